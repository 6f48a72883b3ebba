-- src/features/notifications/server/unread-query.ts

select
  (select count(*)::integer from (
    select from notifications n join posts p on p.id = n.post_id
    where not n.is_read and 
  n.user_id = $1::integer and ($2::boolean and p.user_id is not null or (not p.is_private or p.user_id = $3::integer or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $4::integer)) and (not 
  ((select blocked_id from member_blocks where blocker_id = $5::integer order by blocked_id limit 1) is not null
    or (select blocker_id from member_blocks where blocked_id = $6::integer order by blocker_id limit 1) is not null) or not 
  (exists (select from member_blocks b where b.blocker_id = $7::integer and b.blocked_id = p.user_id)
    or exists (select from member_blocks b where b.blocker_id = p.user_id and b.blocked_id = $8::integer))))
  and not exists (select from comments c where c.id = n.comment_id and c.is_deleted)
  and (not 
  ((select blocked_id from member_blocks where blocker_id = $9::integer order by blocked_id limit 1) is not null
    or (select blocker_id from member_blocks where blocked_id = $10::integer order by blocker_id limit 1) is not null) or n.from_user_id is null or not 
  (exists (select from member_blocks b where b.blocker_id = $11::integer and b.blocked_id = n.from_user_id)
    or exists (select from member_blocks b where b.blocker_id = n.from_user_id and b.blocked_id = $12::integer))) and (not ((select kind from member_mutes where user_id = $13::integer order by kind limit 1) is not null) or not 
  (coalesce(n.from_user_id = any(array(select m.member_id from member_mutes m where m.user_id = $14::integer and m.kind = $15)), false) or p.user_id <> $16::integer and 
  coalesce(p.user_id <> coalesce($17::integer, 0) and p.user_id = any(array(select m.member_id from member_mutes m where m.user_id = $18::integer and m.kind = $19))
    or p.topic_id <> coalesce($20::integer, 0) and p.topic_id = any(array(select m.topic_id from member_mutes m where m.user_id = $21::integer and m.kind = $22))
    or p.tags && array(
  select name from (select m.value from member_mutes m where m.user_id = $23::integer and m.kind = $24) as muted(value)
  cross join lateral (select muted.value union select target from tag_redirects where name = muted.value) as named(name)
  where name <> all($25::text[]))
    or p.models && array(select m.value from member_mutes m where m.user_id = $26::integer and m.kind = $27 and m.value <> all($28::text[]))
    or (p.title || ' ' || p.description) ~* (select string_agg(m.pattern, '|') from member_mutes m where m.user_id = $29::integer and m.kind = 'word'), false)
    or coalesce((select c.content from comments c where c.id = n.comment_id) ~* (select string_agg(m.pattern, '|') from member_mutes m where m.user_id = $30::integer and m.kind = 'word'), false)))
    union all
    select from notifications n where n.user_id = $31::integer and not n.is_read and n.post_id is null
  and (not 
  ((select blocked_id from member_blocks where blocker_id = $32::integer order by blocked_id limit 1) is not null
    or (select blocker_id from member_blocks where blocked_id = $33::integer order by blocker_id limit 1) is not null) or n.from_user_id is null or not 
  (exists (select from member_blocks b where b.blocker_id = $34::integer and b.blocked_id = n.from_user_id)
    or exists (select from member_blocks b where b.blocker_id = n.from_user_id and b.blocked_id = $35::integer))) and (not ((select kind from member_mutes where user_id = $36::integer order by kind limit 1) is not null) or not coalesce(n.from_user_id = any(array(select m.member_id from member_mutes m where m.user_id = $37::integer and m.kind = $38)), false))
    limit $39) as unread) as count;

select pg_notify($1, $2);

update notifications set is_read = true where id in (
  select id from notifications where user_id = $1 and not is_read
  limit $2 for no key update skip locked);

with target as (select * from notifications where id = $1 and user_id = $2), marked as (
    update notifications n set is_read = true from target
    where n.user_id = target.user_id and not n.is_read and n.id = target.id
    returning n.id
  )
  select (select count(*)::integer from marked) as marked from target;
