-- src/features/members/server/deletion-plan-query.ts

select count(*) from (
      select from comments where id in (
      select id from comments where 
  (mentions <> '{}' and mentions @> array[(select username::text from users where id = $1)])
      union select comment_id from votes where user_id = $2) order by id for no key update) locked;

select count(*) from (
      select from posts where id in (
      select id from posts where user_id = $1
      union select post_id from votes where user_id = $2
      union select post_id from user_post_bookmarks where user_id = $3
      union select id from posts where 
  (mentions <> '{}' and mentions @> array[(select username::text from users where id = $4)])) order by id for no key update) locked;

select count(*) from (
    select from users where id in (select member_id from (
  select 
  p.user_id as member_id, p.id as post_id, c.id as comment_id,
  null::integer as topic_id, 0 as "score", case when c.is_deleted then 0 else 1 end as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", case when c.is_deleted then 0 else (not (c.user_id = p.user_id) and not p.is_private)::integer end as "total_engagement"
  from comments c join posts p on p.id = c.post_id where c.id = any($1::integer[])
  union all
  select 
  c.user_id as member_id, null::integer as post_id, c.id as comment_id,
  null::integer as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", c.score - coalesce((select v.value from votes v where v.comment_id = c.id and v.user_id = c.user_id), 0) as "karma", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_upvotes", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_engagement"
  from comments c where c.id = any($2::integer[])) contributions) order by id for no key update) locked;

select count(*) from (
  select from comments where id in (select id from comments where id = any($1::integer[]) and not is_deleted) order by id for update) locked;

select count(*) from (
  select from comments where id in (select null::integer) order by id for no key update) locked;

select count(*) from (
  select from posts where id in (select post_id from comments where id = any($1::integer[])) order by id for no key update) locked;

select count(*) from (
  select from posts where id in (select unnest($1::integer[])) order by id for no key update) locked;

select count(*) from (
  select from posts where id in (select unnest($1::integer[])) order by id for update) locked;

select count(*) from (
  select from users where id in (
  select $1::integer
  union select p.user_id from votes v join posts p on p.id = v.post_id where v.user_id = $2
  union select c.user_id from votes v join comments c on c.id = v.comment_id where v.user_id = $3
  union select p.user_id from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = $4) order by id for no key update) locked;

select count(*) from (
  select from users where id in (select user_id from posts where id = any($1::integer[])) order by id for no key update) locked;
