-- src/features/comments/server/idempotency-query.ts

delete from comment_idempotency_keys where ctid = any(array(
  select ctid from comment_idempotency_keys where created_at < now() - interval '1 day' limit $1));

delete from comment_idempotency_keys where user_id = $1 and key = $2;

insert into comment_idempotency_keys (user_id, key, comment_id)
  select $1::integer, key, $2::integer from unnest($3::bytea[]) key
  on conflict (user_id, key) do update set comment_id = excluded.comment_id, created_at = excluded.created_at;

select comment_id from comment_idempotency_keys where user_id = $1
    and (key = $2 or (key = $3 and created_at > now() - interval '30 seconds'))
  order by key = $4 desc nulls last limit 1;
