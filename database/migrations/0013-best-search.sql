-- Of the best-scored posts and the newest, a copy of what search looks at. A frequent word is looked for in here alone: what that
-- costs does not grow with the site, and what it reads stays in memory. `refresh-best.ts` keeps it, `indexPosts` keeps it true.
create table best_search (
  post_id integer primary key references posts on delete cascade,
  visible tsvector not null,
  whole tsvector not null
);
insert into best_search (post_id, visible, whole)
  select s.post_id, s.visible, s.whole
  from (select id from posts where not is_private order by score desc, created_at desc, id desc limit 10000) best
  join post_search s on s.post_id = best.id;
create index best_search_visible on best_search using gin (visible) with (fastupdate = off);
create index best_search_whole on best_search using gin (whole) with (fastupdate = off);
analyze best_search;
