-- src/features/notifications/server/post-mutes-query.ts

delete from post_mutes where user_id = $1 and post_id = $2;

select 1 from post_mutes where user_id = $1 and post_id = $2;

with added as (
    insert into post_mutes (user_id, post_id) select $1::integer, $2::integer
    where (select count(*) from post_mutes where user_id = $3) < $4
    on conflict do nothing returning post_id
  ), marked as (
    update notifications n set is_read = true from added
    where n.user_id = $5 and n.post_id = added.post_id and not n.is_read returning n.id
  )
  select exists (select from added)
    or exists (select from post_mutes where user_id = $6 and post_id = $7) as is_muted,
    (select count(*)::integer from marked) as marked;
