-- src/features/suggested-edits/server/store.ts

delete from suggested_edits where id in (
  select id from suggested_edits where post_id = any($1::integer[]) limit $2);

select
  e.id, e.reason, e.status, array(select jsonb_object_keys(e.after)) as changed, e.answer, e.version, e.created_at,
  e.decided_at, json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user from 
  suggested_edits e join posts p on p.id = e.post_id join users u on u.id = e.user_id
  where e.post_id = $1 and (
  not e.is_restricted and p.user_id is not null
    and (e.user_id = $2::integer or (p.user_id = $3::integer or not p.is_private and (p.public_since is null or e.created_at >= p.public_since))
      and (p.user_id = $4::integer or not (
  exists (
    select from post_versions w where w.post_id = e.post_id and w.is_withdrawn and w.fields @> e.before
      )
  and not exists (
    select from post_versions o where o.post_id = e.post_id and not o.is_withdrawn and o.fields @> e.before))))
    )
      and e.id < $5 order by e.id desc limit $6;

select
  e.id, e.reason, e.status, array(select jsonb_object_keys(e.after)) as changed, e.answer, e.version, e.created_at,
  e.decided_at, json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user, e.before, e.after from 
  suggested_edits e join posts p on p.id = e.post_id join users u on u.id = e.user_id
  where e.post_id = $1 and (
  not e.is_restricted and p.user_id is not null
    and (e.user_id = $2::integer or (p.user_id = $3::integer or not p.is_private and (p.public_since is null or e.created_at >= p.public_since))
      and (p.user_id = $4::integer or not (
  exists (
    select from post_versions w where w.post_id = e.post_id and w.is_withdrawn and w.fields @> e.before
      )
  and not exists (
    select from post_versions o where o.post_id = e.post_id and not o.is_withdrawn and o.fields @> e.before))))
    ) and e.id = $5;

select count(*)::integer as all, (count(*) filter (where user_id = $1))::integer as own
  from suggested_edits e where e.post_id = $2 and not e.is_restricted and e.status in ('open', 'changes-requested');

update suggested_edits set reason = $1, before = $2::text::jsonb,
  after = $3::text::jsonb, status = 'open' where id = $4;

update suggested_edits set status = $1, answer = $2, version = $3, decided_at = now()
  where id = $4;

with marked as (update posts set has_suggested_edits = true where id = $1 and not has_suggested_edits)
  insert into suggested_edits (post_id, user_id, reason, before, after)
  values ($2, $3, $4, $5::text::jsonb, $6::text::jsonb)
  returning id;
