-- src/features/posts/server/post-query.ts

select p.id, p.user_id, p.is_private, p.example_files, p.revision from posts p
  where p.id = any($1::integer[]) and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) ;

select p.id, p.user_id, p.is_private, p.example_files, p.revision from posts p
  where p.id = any($1::integer[]) and p.user_id is not null;
