-- src/features/webhooks/server/store.ts

delete from webhooks where id = $1;

insert into webhooks (user_id, topic_id, url, kinds, secret)
    values ($1, $2, $3, $4::text[], $5) returning 
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name;

select
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name from webhooks where (user_id = $1 or topic_id is not null) order by id desc;

select
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name from webhooks where user_id = $1 order by id desc;

select
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name, user_id from webhooks where id = $1 and (user_id = $2 or topic_id is not null) for update;

select
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name, user_id from webhooks where id = $1 and user_id = $2 for update;

select count(*)::integer as count from webhooks
  where user_id = $1;

select from webhooks where id = $1 and (user_id = $2 or topic_id is not null);

update webhooks set "url" = coalesce($1, "url"), "kinds" = coalesce($2, "kinds"), state = $3,
      first_failed_at = case when $4 = 'active' and state <> 'active' then null else first_failed_at end
    where id = $5 returning 
  id, url, kinds, state, first_failed_at, created_at, topic_id, (select name from topics where topics.id = topic_id) as topic_name;

update webhooks set secret = $1, previous_secret = secret, previous_secret_until = now() + interval '1 day'
  where id = $2;
