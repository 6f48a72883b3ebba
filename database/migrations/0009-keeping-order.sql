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

-- Users by any part of their name or e-mail. A table of its own: a vote changes its author's row, and would write
-- such an index anew each time.
create table user_search (
  id integer primary key references users on delete cascade,
  words text not null
);
create index user_search_words on user_search using gin (words gin_trgm_ops);
insert into user_search (id, words) select id, lower(username || E'\n' || coalesce(email, '')) from users;

create function index_user() returns trigger language plpgsql as $$
begin
  insert into user_search (id, words) values (new.id, lower(new.username || E'\n' || coalesce(new.email, '')))
  on conflict (id) do update set words = excluded.words;
  return null;
end
$$;
create trigger users_searched after insert or update of username, email on users
  for each row execute function index_user();

-- How often each post was revealed. A table of its own, so that a reveal writes no wide row of posts; kept by triggers,
-- so that no way of a reveal's coming and going is forgotten.
create table reveal_counts (
  id integer primary key references posts on delete cascade,
  total integer not null
);
create index reveal_counts_most on reveal_counts (total desc, id desc);
insert into reveal_counts (id, total) select post_id, count(*) from post_reveals group by post_id;


-- And how often on each day of UTC. Each connection counts on a row of its own, so that none waits for another; a sum
-- is what is true.
create table reveal_days (
  day date not null,
  part smallint not null,
  total integer not null,
  primary key (day, part)
);
insert into reveal_days (day, part, total)
select (created_at at time zone 'utc')::date, 0, count(*) from post_reveals group by 1;

create function count_reveals() returns trigger language plpgsql as $$
begin
  insert into reveal_counts as r (id, total)
  select post_id, count(*) from added group by post_id order by post_id
  on conflict (id) do update set total = r.total + excluded.total;
  insert into reveal_days as d (day, part, total)
  select (created_at at time zone 'utc')::date, pg_backend_pid() % 16, count(*) from added group by 1 order by 1
  on conflict (day, part) do update set total = d.total + excluded.total;
  return null;
end
$$;
create function uncount_reveals() returns trigger language plpgsql as $$
begin
  update reveal_counts r set total = r.total - gone.total
  from (select post_id, count(*) as total from removed group by post_id) gone where r.id = gone.post_id;
  insert into reveal_days as d (day, part, total)
  select (created_at at time zone 'utc')::date, pg_backend_pid() % 16, -count(*) from removed group by 1 order by 1
  on conflict (day, part) do update set total = d.total + excluded.total;
  return null;
end
$$;
create trigger post_reveals_added after insert on post_reveals
  referencing new table as added for each statement execute function count_reveals();
create trigger post_reveals_removed after delete on post_reveals
  referencing old table as removed for each statement execute function uncount_reveals();

-- The same words again within a day are looked for among a member's latest.
create index comments_user_new on comments (user_id, created_at desc);
drop index comments_user;
