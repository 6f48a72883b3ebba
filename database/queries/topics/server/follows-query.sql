-- src/features/topics/server/follows-query.ts

select exists (
    select from user_topic_follows where user_id = $1 and topic_id = t.id) as is_following
  from topics t where id = $2;

select t.id, t.name, t.is_hot from user_topic_follows f join topics t on t.id = f.topic_id
  where f.user_id = $1 order by lower(t.name), t.id;

with removed as (delete from user_topic_follows where user_id = $1 and topic_id = $2)
  select id from topics where id = $3;

with topic as (select id from topics where id = $1), added as (
    insert into user_topic_follows (user_id, topic_id) select $2::integer, id from topic
    on conflict do nothing
  )
  select id from topic;
