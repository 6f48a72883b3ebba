-- src/features/feeds/server/feed-query.ts

select count(*)::integer as count from (
   select id from posts p where not is_private   
  and (created_at, id) > ($1, $2) 
   limit $3) as ids;

select created_at from posts p where not is_private
  order by created_at desc, id desc offset 19 limit 1;
