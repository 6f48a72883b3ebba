-- src/features/votes/server/deletion-query.ts

select id from votes where comment_id = any($1::integer[]) limit $2 offset $3;

select id from votes where post_id = any($1::integer[]) limit $2;

select id from votes where user_id = $1 limit $2;

with post_done as (
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (
    select "post_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 1 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", (not (b.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = $1 union all 
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = p.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_upvotes", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from votes v join posts p on p.id = v.post_id where v.user_id = $2 union all 
    select 
    c.user_id as member_id, null::integer as post_id, c.id as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = c.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_upvotes", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_engagement"
    from votes v join comments c on c.id = v.comment_id where v.user_id = $3) contributions where "post_id" is not null group by "post_id" order by "post_id") t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score),
    comment_done as (
  update comments c set score = c.score + t.score from (
    select "comment_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 1 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", (not (b.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = $4 union all 
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = p.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_upvotes", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from votes v join posts p on p.id = v.post_id where v.user_id = $5 union all 
    select 
    c.user_id as member_id, null::integer as post_id, c.id as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = c.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_upvotes", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_engagement"
    from votes v join comments c on c.id = v.comment_id where v.user_id = $6) contributions where "comment_id" is not null group by "comment_id" order by "comment_id") t
  where c.id = t.comment_id and t.score <> 0
  returning c.score),
    member_done as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 1 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", (not (b.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from user_post_bookmarks b join posts p on p.id = b.post_id where b.user_id = $7 union all 
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = p.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_upvotes", (v.value = 1 and not (v.user_id = p.user_id) and not p.is_private)::integer as "total_engagement"
    from votes v join posts p on p.id = v.post_id where v.user_id = $8 union all 
    select 
    c.user_id as member_id, null::integer as post_id, c.id as comment_id,
    null::integer as topic_id, v.value::integer as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", case when (v.user_id = c.user_id) then 0 else v.value end as "karma", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_upvotes", (v.value = 1 and not (v.user_id = c.user_id))::integer as "total_engagement"
    from votes v join comments c on c.id = v.comment_id where v.user_id = $9) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0))
  select;
