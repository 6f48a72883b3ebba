-- When its admin said why, where that was after the act; null where the reason came with it or is missing.
alter table admin_acts add column reason_added_at timestamptz(3);

-- Posts that search knows by an old topic, written with the topic's change and taken out with what is indexed anew: a
-- process that ends in between leaves them to the next.
create table posts_to_index (
  post_id integer primary key references posts on delete cascade
);

-- Every vote writes every index of its post anew: public posts, which have no private link, need not be in this one.
alter table posts drop constraint posts_private_id_key;
create unique index posts_private_id_key on posts (private_id) where private_id is not null;

-- What admins look for in what members sent: its words and its sender's name, which is locked by then. One column, so
-- that PostgreSQL may choose between walking the newest and the index.
create function index_sent() returns trigger language plpgsql as $$
begin
  new.words := lower(concat_ws(E'\n', (select username from users where id = new.user_id),
    (select string_agg(to_jsonb(new) ->> field, E'\n') from unnest(tg_argv) field)));
  return new;
end
$$;
alter table feedback add column words text not null default '';
alter table ad_requests add column words text not null default '';
alter table topic_requests add column words text not null default '';
create trigger feedback_searched before insert or update on feedback
  for each row execute function index_sent('content');
create trigger ad_requests_searched before insert or update on ad_requests
  for each row execute function index_sent('name', 'email');
create trigger topic_requests_searched before insert or update on topic_requests
  for each row execute function index_sent('name', 'description');
update feedback set words = '';
update ad_requests set words = '';
update topic_requests set words = '';
create index feedback_words on feedback using gin (words gin_trgm_ops);
create index ad_requests_words on ad_requests using gin (words gin_trgm_ops);
create index topic_requests_words on topic_requests using gin (words gin_trgm_ops);
create index admin_acts_words on admin_acts
  using gin (lower(admin_name || E'\n' || target_name || E'\n' || reason) gin_trgm_ops);

-- Posts by any part of their title, for the list of reveals. A table of its own for the reason of user_search: every
-- vote would write the index anew.
create table post_titles (
  id integer primary key references posts on delete cascade,
  words text not null
);
insert into post_titles (id, words) select id, lower(title) from posts;
create index post_titles_words on post_titles using gin (words gin_trgm_ops);

create function add_titles() returns trigger language plpgsql as $$
begin
  insert into post_titles (id, words) select id, lower(title) from added order by id;
  return null;
end
$$;
create function change_title() returns trigger language plpgsql as $$
begin
  update post_titles set words = lower(new.title) where id = new.id;
  return null;
end
$$;
create trigger posts_added after insert on posts
  referencing new table as added for each statement execute function add_titles();
create trigger posts_titled after update of title on posts
  for each row execute function change_title();
