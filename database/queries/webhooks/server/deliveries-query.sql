-- src/features/webhooks/server/deliveries-query.ts

delete from webhook_deliveries where id = any(array(
  select old.id from webhooks w cross join lateral (
    (select id from webhook_deliveries where webhook_id = w.id order by id desc offset $1 limit $2)
    union
    (select id from webhook_deliveries where webhook_id = w.id and created_at < now() - $3::integer * interval '1 day'
      order by id limit $4)) old
  limit $5));

insert into webhook_deliveries (webhook_id, kind) values ($1, $2) returning id;

select
  d.id, d.message_id, d.kind, d.post_id, d.state, d.attempts, d.status, d.error, d.duration_ms, d.created_at, d.attempted_at,
  case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at 
  from webhook_deliveries d where d.webhook_id = (
    select id from webhooks where id = $1 and (user_id = $2 or topic_id is not null)) 
    order by d.id desc limit $3;

select
  d.id, d.message_id, d.kind, d.post_id, d.state, d.attempts, d.status, d.error, d.duration_ms, d.created_at, d.attempted_at,
  case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at 
  from webhook_deliveries d where d.webhook_id = (
    select id from webhooks where id = $1 and user_id = $2) 
    order by d.id desc limit $3;

select
  d.id, d.message_id, d.kind, d.post_id, d.state, d.attempts, d.status, d.error, d.duration_ms, d.created_at, d.attempted_at,
  case when d.state = 'pending' then d.next_attempt_at end as next_attempt_at 
  from webhook_deliveries d where d.webhook_id = (
    select id from webhooks where id = $1 and user_id = $2) and d.id = $3;

select exists (select from webhooks where state = 'active');

update webhook_deliveries set state = 'pending', attempts = 0, next_attempt_at = now()
  where id = $1 and webhook_id = $2;

with candidates as materialized (
      select w.id, coalesce(lower(substring(w.url from '^[^:]+://([^/?#:]+)')), w.url) as host, next.id as delivery_id, next.next_attempt_at,
        row_number() over (partition by coalesce(lower(substring(w.url from '^[^:]+://([^/?#:]+)')), w.url) order by next.next_attempt_at, w.id) as place
      from webhooks w cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_attempt_at <= now() 
        order by next_attempt_at, id limit 1) next
      where w.state = 'active' and coalesce(w.claimed_until <= now(), true) and w.is_slow = $1
        and w.id <> all($2::integer[])
    ), due as materialized (
      select w.id, c.delivery_id, c.host from candidates c join webhooks w on w.id = c.id
      where c.place = 1 and c.host <> all($3::text[]) and w.state = 'active' and coalesce(w.claimed_until <= now(), true)
      order by c.next_attempt_at, c.id limit $4
      for no key update of w skip locked
    ), w as (
      update webhooks set claimed_until = now() + $5::integer * interval '1 second'
      from due where webhooks.id = due.id returning webhooks.*, due.delivery_id, due.host
    )
    select d.id, d.message_id, d.kind, d.post_id, d.revision, d.subject_id, d.attempts, d.created_at, d.webhook_id, w.url, w.host,
      w.secret, case when w.previous_secret_until > now() then w.previous_secret end as previous_secret, w.user_id, w.topic_id,
  ((w.user_id is null or exists (select from users u where u.id = w.user_id and u.profile_completed and not (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())))))
  and (d.kind in ($6, 'post.removed') or exists (
    select from posts p where p.id = d.post_id and not p.is_private
      and (p.user_id = w.user_id or p.topic_id = w.topic_id)))
  and case d.kind
    when 'comment.created' then exists (select from comments c where c.id = d.subject_id and not c.is_deleted)
    when 'suggested_edit.created' then exists (select from suggested_edits e where e.id = d.subject_id)
    when 'result.reported' then exists (select from post_results r where r.id = d.subject_id)
    else true end) as is_allowed
    from w join webhook_deliveries d on d.id = w.delivery_id;

with candidates as materialized (
      select w.id, coalesce(lower(substring(w.url from '^[^:]+://([^/?#:]+)')), w.url) as host, next.id as delivery_id, next.next_attempt_at,
        row_number() over (partition by coalesce(lower(substring(w.url from '^[^:]+://([^/?#:]+)')), w.url) order by next.next_attempt_at, w.id) as place
      from webhooks w cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and state = 'pending' and next_attempt_at <= now() and id = $1
        order by next_attempt_at, id limit 1) next
      where w.state = 'active' and coalesce(w.claimed_until <= now(), true) 
        and w.id <> all($2::integer[])
    ), due as materialized (
      select w.id, c.delivery_id, c.host from candidates c join webhooks w on w.id = c.id
      where c.place = 1 and c.host <> all($3::text[]) and w.state = 'active' and coalesce(w.claimed_until <= now(), true)
      order by c.next_attempt_at, c.id limit $4
      for no key update of w skip locked
    ), w as (
      update webhooks set claimed_until = now() + $5::integer * interval '1 second'
      from due where webhooks.id = due.id returning webhooks.*, due.delivery_id, due.host
    )
    select d.id, d.message_id, d.kind, d.post_id, d.revision, d.subject_id, d.attempts, d.created_at, d.webhook_id, w.url, w.host,
      w.secret, case when w.previous_secret_until > now() then w.previous_secret end as previous_secret, w.user_id, w.topic_id,
  ((w.user_id is null or exists (select from users u where u.id = w.user_id and u.profile_completed and not (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())))))
  and (d.kind in ($6, 'post.removed') or exists (
    select from posts p where p.id = d.post_id and not p.is_private
      and (p.user_id = w.user_id or p.topic_id = w.topic_id)))
  and case d.kind
    when 'comment.created' then exists (select from comments c where c.id = d.subject_id and not c.is_deleted)
    when 'suggested_edit.created' then exists (select from suggested_edits e where e.id = d.subject_id)
    when 'result.reported' then exists (select from post_results r where r.id = d.subject_id)
    else true end) as is_allowed
    from w join webhook_deliveries d on d.id = w.delivery_id;

with failed as (
  update webhook_deliveries set attempts = attempts + 1, status = $1::integer, error = $2::text,
    duration_ms = $3::integer, attempted_at = now(), next_attempt_at = now() + $4::integer * interval '1 second'
  where id = $5 and state = 'pending'),
    before as (select id, state from webhooks where id = $6 for no key update)
    update webhooks w set claimed_until = null, is_slow = true, first_failed_at = coalesce(w.first_failed_at, now()),
      state = case
        when w.state = 'active'
          and ($7 or w.first_failed_at <= now() - $8::integer * interval '1 day') then 'disabled'
        else w.state end
    from before where w.id = before.id
    returning w.state = 'disabled' and before.state <> 'disabled' as is_disabled;
