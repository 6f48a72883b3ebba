-- src/features/suggested-edits/server/store.ts

delete from suggested_edits where id = $1;

insert into suggested_edits (post_id, user_id, reason, before, after)
  values ($1, $2, $3, $4::text::jsonb, $5::text::jsonb)
  returning id;

select
  e.id, e.reason, e.status, array(select jsonb_object_keys(e.after)) as changed, e.answer, e.version, e.created_at,
  e.decided_at, json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) as user from 
  suggested_edits e join posts p on p.id = e.post_id join users u on u.id = e.user_id
  where e.post_id = $1 and p.user_id is not null
    and (e.user_id = $2::integer or (p.user_id = $3::integer or not p.is_private and (p.public_since is null or e.created_at >= p.public_since)))
      and e.id < $4 order by e.id desc limit $5;

select
  e.id, e.reason, e.status, array(select jsonb_object_keys(e.after)) as changed, e.answer, e.version, e.created_at,
  e.decided_at, json_build_object('id', u.id, 'username', u.username, 'avatar', u.avatar) as user, e.before, e.after from 
  suggested_edits e join posts p on p.id = e.post_id join users u on u.id = e.user_id
  where e.post_id = $1 and p.user_id is not null
    and (e.user_id = $2::integer or (p.user_id = $3::integer or not p.is_private and (p.public_since is null or e.created_at >= p.public_since))) and e.id = $4;

select count(*)::integer as all, (count(*) filter (where user_id = $1))::integer as own
  from suggested_edits where post_id = $2 and status in ('open', 'changes-requested');

update suggested_edits set reason = $1, before = $2::text::jsonb,
  after = $3::text::jsonb, status = 'open' where id = $4;

update suggested_edits set status = $1, answer = $2, version = $3, decided_at = now()
  where id = $4;
