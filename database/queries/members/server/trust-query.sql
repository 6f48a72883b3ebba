-- src/features/members/server/trust-query.ts

select trust_level, floor(extract(epoch from now() - created_at) / 86400)::integer as days, all_time_reveals as reveals,
    total_upvotes as upvotes
  from users where id = $1;

with batch as materialized (
    select u.id, u.trust_level as before,
      case when (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) then 'newcomer'
        when u.trust_level = 'regular' or u.trust_level = 'member' and (u.created_at <= now() - $1::integer * interval '1 day'
  and (u.all_time_reveals >= $2 and u.total_upvotes >= $3)) then 'regular'
        when u.trust_level = 'member' or (u.created_at <= now() - $4::integer * interval '1 day'
  and (u.all_time_reveals >= $5 or u.total_upvotes >= $6)) then 'member'
        else u.trust_level end as level
    from users u where u.id > $7 order by u.id limit $8
  ), locked as materialized (
    select u.id, b.level from batch b join users u on u.id = b.id where b.level <> b.before order by u.id for no key update of u skip locked
  ), changed as (
    update users u set trust_level = l.level from locked l where u.id = l.id returning 1
  )
  select max(id) as last, (select count(*) from changed) as changed from batch;
