-- src/features/identity/server/invitation-query.ts

select id, max_uses, uses, created_at, ends_at, (i.ended_at is null and i.ends_at > now() and i.uses < i.max_uses) as is_open, is_ended_by_wave
  from invitations i where user_id = $1 order by id desc limit 50;

select m.inviter_id as id, count(*)::integer as lost from invited_members m join users u on u.id = m.inviter_id
  where m.inviter_id = any($1::integer[]) and m.lost_at > now() - interval '7 days' and not u.is_admin
  group by m.inviter_id having count(*) >= $2 order by m.inviter_id;

select wanted.id, inviter.username as invited_by, counts.*,
    exists (select from invitations where user_id = wanted.id and is_ended_by_wave) as has_wave
  from unnest($1::integer[]) wanted (id)
  left join invited_members m on m.user_id = wanted.id left join users inviter on inviter.id = m.inviter_id
  cross join lateral (
    select count(*)::integer as invited, count(*) filter (where (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())))::integer as suspended,
      count(*) filter (where (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) and not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())))::integer as muted,
      count(*) filter (where i.user_id is null)::integer as deleted
    from invited_members i left join users u on u.id = i.user_id where i.inviter_id = wanted.id) counts
  where m.id is not null or counts.invited > 0;

update invitations i set ended_at = now() where id = $1 and user_id = $2 and ended_at is null;

update invitations i set ended_at = now(), is_ended_by_wave = true
  where (i.ended_at is null and i.ends_at > now() and i.uses < i.max_uses) and i.user_id in (
    select inviter_id from invited_members where lost_at > now() - interval '7 days'
    group by inviter_id having count(*) >= $1)
  returning i.user_id;

update invited_members m set lost_at = now() where m.id = any(array(
    select l.id from invited_members l left join users u on u.id = l.user_id
    where l.lost_at is null and (l.user_id is null or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) order by l.id limit $1))
  returning m.inviter_id;
