-- src/features/search/server/hot-posts-query.ts

select id from (
  select id from posts where not is_private order by score desc, created_at desc, id desc limit $1) best where not exists (select from hot_post_search where post_id = id);

with best as materialized (
  select id from posts where not is_private order by score desc, created_at desc, id desc limit $1)
  delete from hot_post_search s using posts p
  where p.id = s.post_id and p.created_at < now() - interval '1 day' and not exists (select from best where id = p.id);
