-- src/features/posts/server/access-query.ts

select from posts p
  where p.id = $1 and p.user_id is not null and ((not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $3))  or p.private_id = $4 and p.restriction is null) ;

select from posts p
  where p.id = $1 and p.user_id is not null and (not p.is_private or p.private_id = $2 and p.restriction is null) ;

select from posts p
  where p.id = $1 and p.user_id is not null and (p.user_id is not null or p.private_id = $2 and p.restriction is null) ;

select from posts where id = $1 for key share;

select from posts where id = (select post_id from comments where id = $1) for no key update;

select from posts where id = any($1::integer[]) order by id for no key update;

select p.id from posts p where p.private_id = $1 and (p.restriction is null or (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) ) ;

select p.id from posts p where p.private_id = $1 and (p.restriction is null or not p.is_private);

select p.id from posts p where p.private_id = $1 and (p.restriction is null or p.user_id is not null);

select p.id, p.user_id from posts p
  where p.id = any($1::integer[]) and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
  order by p.id for no key update of p;

select p.user_id, p.is_private, p.bookmark_count, p.version from posts p
  where p.id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $3))  for no key update of p;

select p.user_id, p.title as excerpt from posts p
  where p.id = $1 and p.user_id is not null and p.restriction is distinct from 'removed' for no key update;
