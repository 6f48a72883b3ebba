-- src/features/members/server/contributors-query.ts

select id, username, avatar, post_count, total_upvotes, total_engagement from users
  where total_engagement > 0 and not (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) order by total_engagement desc, total_upvotes desc, created_at, id
  limit 50;

select me.id, me.username, me.avatar, me.post_count, me.total_upvotes, me.total_engagement,
    case when me.total_engagement > 0 and not (me.is_suspended and (me.suspended_until is null or me.suspended_until > now())) then nullif((
      select count(*)::integer - few.suspended + 1 from (
        select from users u where u.total_engagement > 0 and u.total_engagement >= me.total_engagement
  and (u.total_engagement > me.total_engagement or u.total_upvotes > me.total_upvotes
    or (u.total_upvotes = me.total_upvotes and (u.created_at, u.id) < (me.created_at, me.id))) limit few.suspended + 1000) as ahead),
      1001) end as rank
  from users me cross join lateral (
    select count(*)::integer as suspended from users u where (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) and u.total_engagement > 0 and u.total_engagement >= me.total_engagement
  and (u.total_engagement > me.total_engagement or u.total_upvotes > me.total_upvotes
    or (u.total_upvotes = me.total_upvotes and (u.created_at, u.id) < (me.created_at, me.id)))) as few
  where me.id = $1;
