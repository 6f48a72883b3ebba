-- src/features/identity/server/session-query.ts

delete from sessions where ctid = any(array(select s.ctid from sessions s where not (
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now())) limit $1));

insert into sessions (token_hash, user_id, user_agent, family, authenticated_at, provider_session)
  values ($1, $2, $3, coalesce($4::uuid, gen_random_uuid()),
    $5, $6)
  returning family;

select 1 from sessions s where token_hash = $1 and
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now())
      and least(created_at, authenticated_at) > now() - interval '10 minutes';

select from sessions s where token_hash = $1 and
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now()) for share;

select id, created_at, last_seen_at, user_agent, token_hash is not distinct from $1 as is_current
  from sessions s where user_id = $2 and ends_at is null and 
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now())
  order by is_current desc, last_seen_at desc, id desc limit 100;

select token_hash, user_id, provider_session from sessions where family = (
  select family from sessions where id = $1 and user_id = $2);

select token_hash, user_id, provider_session from sessions where family = (
  select family from sessions where token_hash = $1);

select u.id, u.username, u.avatar,
  u.is_admin, u.is_moderator and not (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_moderator,
  case when (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) then '{}'::integer[] else u.moderated_topics end as moderated_topics,
  (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_muted, (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) as is_suspended, u.profile_completed,
  ((select blocked_id from member_blocks where blocker_id = u.id order by blocked_id limit 1) is not null
    or (select blocker_id from member_blocks where blocked_id = u.id order by blocker_id limit 1) is not null) as has_blocks, ((select kind from member_mutes where user_id = u.id order by kind limit 1) is not null) as has_mutes, 
  (case when u.is_admin or (u.is_moderator or u.moderated_topics <> '{}') and not (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())))
    then 'regular' else u.trust_level end) as trust_level,
    (not u.profile_completed and exists (select from sign_up_requests r where r.user_id = u.id)) as is_waiting, s.last_seen_at < now() - interval '1 hour' as is_stale
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and 
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now());

with deleted as (
      delete from sessions s where family = (select family from sessions where token_hash = $1)
      returning user_id, 
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now()) and ends_at is null as was_active
    )
    select count(*) filter (where was_active)::integer as ended,
      count(pg_notify($2::text, user_id::text)) as notified
    from deleted;

with deleted as (
      delete from sessions s where user_id = $1
      returning user_id, 
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now()) and ends_at is null as was_active
    )
    select count(*) filter (where was_active)::integer as ended,
      count(pg_notify($2::text, user_id::text)) as notified
    from deleted;

with deleted as (
      delete from sessions s where user_id = $1 and family is distinct from (select family from sessions where token_hash = $2)
      returning user_id, 
  s.last_seen_at > now() - interval '14 days' and s.created_at > now() - interval '30 days'
  and (s.ends_at is null or s.ends_at > now()) and ends_at is null as was_active
    )
    select count(*) filter (where was_active)::integer as ended,
      count(pg_notify($3::text, user_id::text)) as notified
    from deleted;
