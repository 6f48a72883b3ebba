-- src/features/posts/server/idempotency-query.ts

delete from post_idempotency_keys where ctid = any(array(
  select ctid from post_idempotency_keys where created_at < now() - interval '1 day' limit $1));

select p.id, p.is_private, p.private_id, p.seo_slug,
    case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic
  from post_idempotency_keys k join posts p on p.id = k.post_id left join topics t on t.id = p.topic_id
  where k.user_id = $1 and k.key = $2;
