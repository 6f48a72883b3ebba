-- src/features/members/server/profile-query.ts

select
  u.id, u.username, u.email, u.avatar, u.bio, u.website, u.x_link, u.linkedin_link, u.karma, 
  u.is_admin, u.is_moderator and not (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_moderator,
  case when (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) then '{}'::integer[] else u.moderated_topics end as moderated_topics,
  (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) as is_muted, (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) as is_suspended,
  case when (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.suspended_until when (u.is_muted and (u.muted_until is null or u.muted_until > now()) or (u.is_suspended and (u.suspended_until is null or u.suspended_until > now()))) then u.muted_until end as sanction_ends_at,
  u.profile_completed,
  not u.profile_completed and u.username ~ $1 as has_placeholder_username,
  u.private_posts, u.optimized, u.created_at, 
  case when not u.profile_completed then (
    select json_build_object('isAnswered', r.answered_at is not null, 'isRejected', r.rejected_at is not null,
      'reason', r.reason)
    from sign_up_requests r where r.user_id = u.id) end as approval,
  exists (select from member_follows where follower_id = u.id) as follows_members,
  exists (select from collection_follows where follower_id = u.id) as follows_collections,
  exists (select from moderation_notices where user_id = u.id) as has_removals from users u where u.id = $2;

select (
  select id from users where lower(username) = lower($1) and profile_completed ) as id;

select id from users where lower(username) = lower($1);

select id, (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended from users where id = (
  select id from users where lower(username) = lower($1) and profile_completed );

select id, username, avatar from users
  where profile_completed and not (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) and id in (
    select id from users where lower(username) = any($1::text[])
    union (
  select found.id from unnest($2::text[]) prefix cross join lateral (
    select id from user_search where words ~>=~ prefix and words ~<~ (prefix || $3)
    limit 1000
  ) found limit 1000)
  ) 
  order by array_position($4::text[], lower(username)) nulls last, total_engagement desc, id limit $5;

select id, username, avatar, users.bio, users.website, users.x_link, users.linkedin_link, karma, created_at, post_count, (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended,
  (select count(*)::integer from (select from member_follows where member_id = users.id limit $1::integer) f) as follower_count,
  exists (select from member_follows where member_id = users.id and follower_id = $2::integer) as is_followed 
    from users where lower(username) = lower($3) and profile_completed;

select id, username, avatar, users.bio, users.website, users.x_link, users.linkedin_link, karma, created_at, post_count, (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended,
  (select count(*)::integer from (select from member_follows where member_id = users.id limit $1::integer) f) as follower_count,
  exists (select from member_follows where member_id = users.id and follower_id = $2::integer) as is_followed , 
  (select count(*)::integer from (select 
  from comments c join posts p on p.id = c.post_id
  where c.user_id = users.id and not c.is_deleted and not p.is_private limit $3) as counted) as comment_count, (
    select count(*)::integer from (
      select from posts where user_id = users.id and is_remix and not is_private limit $4) as counted) as remix_count,
  (
  select count(*)::integer from collections where user_id = users.id and visibility = 'public') as collection_count
    from users where lower(username) = lower($5) and profile_completed;

select id, username, google_id, email, avatar, users.bio, users.website, users.x_link, users.linkedin_link, karma,
  users.is_admin, users.is_moderator, users.moderated_topics, (users.is_muted and (users.muted_until is null or users.muted_until > now()) or (users.is_suspended and (users.suspended_until is null or users.suspended_until > now()))) as is_muted,
  (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended, muted_until as mute_ends_at,
      suspended_until as suspension_ends_at,
      profile_completed, private_posts, optimized, daily_reveals, weekly_reveals, monthly_reveals, all_time_reveals,
      created_at
    from users where id = $1;
