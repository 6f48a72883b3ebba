-- src/features/members/server/member-follows-query.ts

delete from member_follows
  where follower_id = $1 and member_id = $2 or follower_id = $3 and member_id = $4;

select
  (select coalesce(json_agg(json_build_object('id', recent.id, 'username', recent.username, 'avatar', recent.avatar)
    order by lower(recent.username), recent.id), '[]')
  from (
    select followed.id, followed.username, (case when not (followed.is_suspended and (followed.suspended_until is null or followed.suspended_until > now())) then followed.avatar end) as avatar
    from member_follows f join users followed on followed.id = f.member_id
    where f.follower_id = $1::integer order by f.id desc limit $2::integer
  ) recent) as members;

select u.id, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar from member_follows f join users u on u.id = f.member_id
  where f.follower_id = $1 order by lower(u.username), u.id;

with member as (
      select id from users where id = $1 and profile_completed
        and not 
  (exists (select from member_blocks b where b.blocker_id = users.id and b.blocked_id = $2::integer)
    or exists (select from member_blocks b where b.blocker_id = $3::integer and b.blocked_id = users.id))),
    room as (select count(*) >= $4::integer as is_full from member_follows where follower_id = $5),
    added as (
      insert into member_follows (follower_id, member_id)
      select $6::integer, member.id from member, room where not room.is_full on conflict do nothing
    )
    select is_full and not exists (
      select from member_follows where follower_id = $7 and member_id = $8) as is_full from member, room;

with removed as (delete from member_follows where follower_id = $1 and member_id = $2)
    select id from users where id = $3 and profile_completed
      and not 
  (exists (select from member_blocks b where b.blocker_id = users.id and b.blocked_id = $4::integer)
    or exists (select from member_blocks b where b.blocker_id = $5::integer and b.blocked_id = users.id));
