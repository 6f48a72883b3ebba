-- src/features/requests/server/store.ts

insert into topic_requests (name, description, user_id)
  select $1, $2, $3
  where not exists (select from topic_requests where user_id = $4 and lower(name) = lower($5))
  returning id;

select pg_advisory_xact_lock(hashtextextended('contact message ' || $1::text, 0));

with existing as (
    select case when created_at > now() - interval '1 minute' then id end as id from ad_requests
    where user_id = $1 and name = $2 and email = $3 and created_at > now() - interval '1 day'
    order by ad_requests.id desc limit 1
  ), inserted as (
    insert into ad_requests (name, email, user_id)
    select $4, $5, $6 where not exists (select from existing) returning id
  )
  select id from existing union all select id from inserted;

with existing as (
    select case when created_at > now() - interval '1 minute' then id end as id from contact_messages
    where email = $1 and content = $2 and created_at > now() - interval '1 day'
    order by contact_messages.id desc limit 1
  ), inserted as (
    insert into contact_messages (user_id, name, email, content)
    select $3, $4, $5, $6 where not exists (select from existing) returning id
  )
  select id from existing union all select id from inserted;

with existing as (
    select case when created_at > now() - interval '1 minute' then id end as id from feedback
    where user_id = $1 and content = $2 and created_at > now() - interval '1 day'
    order by feedback.id desc limit 1
  ), inserted as (
    insert into feedback (content, user_id) select $3, $4 where not exists (select from existing)
    returning id
  )
  select id from existing union all select id from inserted;
