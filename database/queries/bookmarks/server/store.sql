-- src/features/bookmarks/server/store.ts

select b.id is not null as is_bookmarked, p.bookmark_count
  from posts p left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $1
  where p.id = $2 and (not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $4)) ;

select b.id is not null as is_bookmarked, p.bookmark_count
  from posts p left join user_post_bookmarks b on b.post_id = p.id and b.user_id = $1
  where p.id = $2 and p.user_id is not null;

select b.post_id, b.created_at
  from user_post_bookmarks b join posts p on p.id = b.post_id where true
    and b.user_id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
  order by b.created_at desc, b.post_id desc limit $4;

select b.post_id, b.created_at
  from user_post_bookmarks b join posts p on p.id = b.post_id where true
    and b.user_id = $1 and p.user_id is not null
  order by b.created_at desc, b.post_id desc limit $2;

with changed as (
      delete from user_post_bookmarks where user_id = $1 and post_id = any($2::integer[])
      returning post_id
    ), 
    contributed as materialized (
      select p.user_id as author, 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 - 0 as "score", 0 - 0 as "comment_count", 0 - 1 as "bookmark_count", 0 - 0 as "post_count", 0 - 0 as "private_posts", 0 - 0 as "karma", 0 - 0 as "total_upvotes", 0 - (not (p.user_id = $3) and not p.is_private)::integer as "total_engagement"
      from changed join posts p on p.id = changed.post_id
    ), counted as (
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (select * from contributed) t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score
    ), credited as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (select * from contributed) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)
    )
    select exists (select from changed) as removed;

with changed as (
      insert into user_post_bookmarks (user_id, post_id) values ($1, $2)
      on conflict do nothing returning post_id
    ), 
    contributed as materialized (
      select p.user_id as author, 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 1 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", (not (p.user_id = $3) and not p.is_private)::integer as "total_engagement"
      from changed join posts p on p.id = changed.post_id
    ), counted as (
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (select * from contributed) t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score
    ), credited as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (select * from contributed) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)
    ), notified as (
  insert into notifications (user_id, type, post_id, from_user_id, comment_id)
  select * from (select author, 'bookmark', post_id, $4::integer, null::integer from contributed) as new(user_id, type, post_id, from_user_id, comment_id)
  where user_id is distinct from from_user_id and user_id is not null and 
  not exists (select from disabled_notifications d where d.user_id = new.user_id and d.kind = new.type)
    and not exists (select from post_mutes m where m.user_id = new.user_id and m.post_id = new.post_id)
  on conflict do nothing returning user_id)
    select exists (select from changed) as added, (select count(pg_notify($5::text, user_id::text)) from notified) as pushed;
