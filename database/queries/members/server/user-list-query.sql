-- src/features/members/server/user-list-query.ts

with page as (
    select id, row_number() over () as ord from (
      select id from users 
      order by id desc limit $1 offset $2) ids
  )
  select u.id, u.username, u.email, u.avatar, 
  u.is_admin, u.is_moderator, u.moderated_topics, (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_muted,
  (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) as is_suspended, u.muted_until as mute_ends_at, u.suspended_until as suspension_ends_at, u.profile_completed, u.created_at, u.karma,
    u.post_count, u.private_posts, u.optimized, u.total_upvotes, u.total_engagement, u.all_time_reveals
  from page join users u on u.id = page.id order by page.ord;

with page as (
    select id, row_number() over () as ord from (
      select id from users where id in (select s.id from user_search s where s.words like any($1::text[]))
      order by id desc limit $2 offset $3) ids
  )
  select u.id, u.username, u.email, u.avatar, 
  u.is_admin, u.is_moderator, u.moderated_topics, (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_muted,
  (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) as is_suspended, u.muted_until as mute_ends_at, u.suspended_until as suspension_ends_at, u.profile_completed, u.created_at, u.karma,
    u.post_count, u.private_posts, u.optimized, u.total_upvotes, u.total_engagement, u.all_time_reveals
  from page join users u on u.id = page.id order by page.ord;
