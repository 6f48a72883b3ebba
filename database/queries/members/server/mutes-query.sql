-- src/features/members/server/mutes-query.ts

delete from member_mutes where id in (select id from member_mutes where member_id = $1 limit $2);

delete from member_mutes where user_id = $1 and id = $2;

select m.id, m.kind, m.value, m.created_at, m.member_id, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar, (select name from topics where topics.id = m.topic_id) as topic_name
  from member_mutes m left join users u on u.id = m.member_id
  where m.user_id = $1 order by m.id desc limit $2;

with existing as (
    select id from member_mutes where user_id = $1 and kind = $2
      and member_id is not distinct from $3::integer and topic_id is not distinct from $4::integer
      and value is not distinct from $5::text for update
  ), added as (
    insert into member_mutes (user_id, kind, member_id, topic_id, value, pattern)
    select $6, $7, $8::integer, $9::integer, $10::text, $11::text
    where not exists (select from existing)
      and (select count(*) from member_mutes where user_id = $12) < $13
    returning id
  )
  select id from existing union all select id from added;
