-- src/features/members/server/blocks-query.ts

delete from member_blocks where blocker_id = $1 and blocked_id = $2;

delete from member_blocks where id in (
  (select id from member_blocks where blocker_id = $1 limit $2)
  union (select id from member_blocks where blocked_id = $3 limit $4));

select u.id, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, b.id as block_id, b.created_at
  from member_blocks b join users u on u.id = b.blocked_id
  where b.blocker_id = $1 and b.id < $2 order by b.id desc limit $3;

with member as (select id from users where id = $1 and profile_completed),
  added as (
    insert into member_blocks (blocker_id, blocked_id)
    select $2::integer, member.id from member
    where (select count(*) from member_blocks where blocker_id = $3) < $4
    on conflict do nothing returning id
  )
  select exists (select from added)
    or exists (select from member_blocks where blocker_id = $5 and blocked_id = $6) as is_blocked
  from member;
