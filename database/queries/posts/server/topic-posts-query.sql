-- src/features/posts/server/topic-posts-query.ts

select id, created_at from posts where topic_id = $1 and not is_private
    and (created_at, id) < ($2, $3)
  order by created_at desc, id desc limit $4;

select id, created_at from posts where topic_id = $1 and not is_private
  order by created_at desc, id desc limit $2;

with locked as materialized (
    select id from posts where id = any($1::integer[]) and topic_id = $2 order by id for no key update
  )
  update posts set topic_id = null from locked where posts.id = locked.id;

with recursive used as (
    (select topic_id from posts where not is_private and topic_id is not null order by topic_id limit 1)
    union all
    select (select topic_id from posts where not is_private and topic_id > used.topic_id order by topic_id limit 1)
    from used where used.topic_id is not null
  )
  select topic_id from used where topic_id is not null and not exists (select from topics where topics.id = used.topic_id);
