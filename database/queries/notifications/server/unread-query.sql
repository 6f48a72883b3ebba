-- src/features/notifications/server/unread-query.ts

select
  (select count(*)::integer from (
    select from notifications n join posts p on p.id = n.post_id
    where not n.is_read and 
  n.user_id = $1::integer and ($2::boolean and p.user_id is not null or (not p.is_private or p.user_id = $3::integer or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $4::integer)) )
  and not exists (select from comments c where c.id = n.comment_id and c.is_deleted)
    union all
    select from notifications n where n.user_id = $5::integer and not n.is_read and n.post_id is null
    limit $6) as unread) as count;

select pg_notify($1, $2);

update notifications set is_read = true where id in (
  select id from notifications where user_id = $1 and not is_read
  limit $2 for no key update skip locked);

with target as (select * from notifications where id = $1 and user_id = $2), marked as (
    update notifications n set is_read = true from target
    where n.user_id = target.user_id and not n.is_read and n.id = target.id
    returning n.id
  )
  select (select count(*)::integer from marked) as marked from target;
