-- What admins did: who, what, to what, when, why, before and after. Names are kept as they were, so that an act can be
-- read when its admin or its target is gone.
create table admin_acts (
  id integer generated always as identity primary key,
  admin_id integer references users on delete set null,
  admin_name text not null,
  action text not null,
  target_id integer,
  target_name text not null,
  reason text not null default '',
  before jsonb,
  after jsonb,
  created_at timestamptz(3) not null default now()
);
create index admin_acts_admin on admin_acts (admin_id);
create index admin_acts_action on admin_acts (action, id desc);

-- What an admin removed of a member's, and why: told to its author until they have read it.
create table removals (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('post', 'comment')),
  excerpt text not null,
  reason text not null,
  created_at timestamptz(3) not null default now()
);
create index removals_user on removals (user_id, id);

-- The panel's lists of users: newest, most posts, most engagement; by any part of a name or an e-mail.
create index users_newest on users (created_at desc, id desc);
create index users_most_posts on users (post_count desc, id desc);
create index users_most_engagement on users (total_engagement desc, id desc);
create index users_username_search on users using gin (lower(username) gin_trgm_ops);
create index users_email_search on users using gin (lower(email) gin_trgm_ops);
create index posts_title_search on posts using gin (lower(title) gin_trgm_ops);

-- How often each post was revealed. A table of its own, so that a reveal writes no wide row of posts; kept by triggers,
-- so that no way of a reveal's coming and going is forgotten.
create table reveal_counts (
  id integer primary key references posts on delete cascade,
  total integer not null
);
create index reveal_counts_most on reveal_counts (total desc, id desc);
insert into reveal_counts (id, total) select post_id, count(*) from post_reveals group by post_id;

create function count_reveals() returns trigger language plpgsql as $$
begin
  insert into reveal_counts as r (id, total)
  select post_id, count(*) from added group by post_id order by post_id
  on conflict (id) do update set total = r.total + excluded.total;
  return null;
end
$$;
create function uncount_reveals() returns trigger language plpgsql as $$
begin
  update reveal_counts r set total = r.total - gone.total
  from (select post_id, count(*) as total from removed group by post_id) gone where r.id = gone.post_id;
  return null;
end
$$;
create trigger post_reveals_added after insert on post_reveals
  referencing new table as added for each statement execute function count_reveals();
create trigger post_reveals_removed after delete on post_reveals
  referencing old table as removed for each statement execute function uncount_reveals();
create index post_reveals_created on post_reveals (created_at);

-- The same words again within a day are looked for among a member's latest.
create index comments_user_new on comments (user_id, created_at desc);
drop index comments_user;
