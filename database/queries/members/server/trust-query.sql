-- src/features/members/server/trust-query.ts

select trust_level, floor(extract(epoch from now() - created_at) / 86400)::integer as days, all_time_reveals as reveals,
      (
    select count(*)::integer from (
      select from posts p join votes v on v.post_id = p.id join users voter on voter.id = v.user_id
      where p.user_id = u.id and not p.is_private and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      union all
      select from comments c join votes v on v.comment_id = c.id join users voter on voter.id = v.user_id
      where c.user_id = u.id and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      limit $1) counted) as upvotes
    from users u where id = $2;

with batch as materialized (
      select u.id, u.trust_level as before,
        case when (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) then 'newcomer'
          when u.trust_level = 'regular' or u.trust_level = 'member' and (u.created_at <= now() - $1::integer * interval '1 day'
    and (u.all_time_reveals >= $2 and (u.total_upvotes >= $3 and (
    select count(*)::integer from (
      select from posts p join votes v on v.post_id = p.id join users voter on voter.id = v.user_id
      where p.user_id = u.id and not p.is_private and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      union all
      select from comments c join votes v on v.comment_id = c.id join users voter on voter.id = v.user_id
      where c.user_id = u.id and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      limit $4) counted) >= $5))) then 'regular'
          when u.trust_level = 'member' or (u.created_at <= now() - $6::integer * interval '1 day'
    and (u.all_time_reveals >= $7 or (u.total_upvotes >= $8 and (
    select count(*)::integer from (
      select from posts p join votes v on v.post_id = p.id join users voter on voter.id = v.user_id
      where p.user_id = u.id and not p.is_private and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      union all
      select from comments c join votes v on v.comment_id = c.id join users voter on voter.id = v.user_id
      where c.user_id = u.id and v.value = 1 and v.user_id <> u.id and 
  (case when voter.is_admin or (voter.is_moderator or voter.moderated_topics <> '{}') and not (voter.is_muted and (voter.muted_until is null or voter.muted_until > now()) or (voter.is_suspended and (voter.suspended_until is null or voter.suspended_until > now())))
    then 'regular' else voter.trust_level end) <> 'newcomer'
      limit $9) counted) >= $10))) then 'member'
          else u.trust_level end as level
      from users u where u.id > $11 order by u.id limit $12
    ), locked as materialized (
      select u.id, b.level from batch b join users u on u.id = b.id where b.level <> b.before order by u.id for no key update of u skip locked
    ), changed as (
      update users u set trust_level = l.level from locked l where u.id = l.id returning 1
    )
    select max(id) as last, (select count(*) from changed) as changed from batch;
