-- src/features/posts/server/post-counters-query.ts

update posts set has_results = true where id = $1 and not has_results;

with counted_members as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, null::integer as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", p.score - coalesce((select v.value from votes v where v.post_id = p.id and v.user_id = p.user_id), 0) as "karma", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) end as "total_upvotes", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) + p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id = p.user_id and not c.is_deleted) + p.bookmark_count - (select count(*) from user_post_bookmarks b where b.post_id = p.id and b.user_id = p.user_id) end as "total_engagement"
    from posts p where p.id = any($1::integer[])) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0) returning 1
    ), counted_topics as (
  with totals as (
    select * from (
    select "topic_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, null::integer as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", p.score - coalesce((select v.value from votes v where v.post_id = p.id and v.user_id = p.user_id), 0) as "karma", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) end as "total_upvotes", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) + p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id = p.user_id and not c.is_deleted) + p.bookmark_count - (select count(*) from user_post_bookmarks b where b.post_id = p.id and b.user_id = p.user_id) end as "total_engagement"
    from posts p where p.id = any($2::integer[])) contributions where "topic_id" is not null group by "topic_id" order by "topic_id") sums where (select count(*) from counted_members) >= 0), locked as (
    select id from topics where id in (select topic_id from totals where post_count <> 0)
    order by id for no key update
  )
  update topics set post_count = topics.post_count + totals.post_count
  from totals join locked on locked.id = totals.topic_id where topics.id = totals.topic_id returning 1
    )
    insert into tags (name)
    select name from unnest($3::text[]) name where (select count(*) from counted_topics) >= 0
    on conflict do nothing;

with counted_members as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", 0 as "karma", 0 as "total_upvotes", 0 as "total_engagement"
    from posts p where p.id = any($1::integer[])) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0) returning 1
    ), counted_topics as (
  with totals as (
    select * from (
    select "topic_id", sum("score") as "score", sum("comment_count") as "comment_count", sum("bookmark_count") as "bookmark_count", sum("post_count") as "post_count", sum("private_posts") as "private_posts", sum("karma") as "karma", sum("total_upvotes") as "total_upvotes", sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", 0 as "karma", 0 as "total_upvotes", 0 as "total_engagement"
    from posts p where p.id = any($2::integer[])) contributions where "topic_id" is not null group by "topic_id" order by "topic_id") sums where (select count(*) from counted_members) >= 0), locked as (
    select id from topics where id in (select topic_id from totals where post_count <> 0)
    order by id for no key update
  )
  update topics set post_count = topics.post_count + totals.post_count
  from totals join locked on locked.id = totals.topic_id where topics.id = totals.topic_id returning 1
    )
    insert into tags (name)
    select name from unnest($3::text[]) name where (select count(*) from counted_topics) >= 0
    on conflict do nothing;

with member_done as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, null::integer as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", p.score - coalesce((select v.value from votes v where v.post_id = p.id and v.user_id = p.user_id), 0) as "karma", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) end as "total_upvotes", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) + p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id = p.user_id and not c.is_deleted) + p.bookmark_count - (select count(*) from user_post_bookmarks b where b.post_id = p.id and b.user_id = p.user_id) end as "total_engagement"
    from posts p where p.id = any($1::integer[])) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)),
    topic_done as (
  with totals as (
    select "topic_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, null::integer as post_id, null::integer as comment_id,
    p.topic_id as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", (not p.is_private)::integer as "post_count", p.is_private::integer as "private_posts", p.score - coalesce((select v.value from votes v where v.post_id = p.id and v.user_id = p.user_id), 0) as "karma", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) end as "total_upvotes", case when p.is_private then 0 else (select count(*) from votes v where v.post_id = p.id and v.value = 1 and v.user_id <> p.user_id) + p.comment_count - (select count(*) from comments c where c.post_id = p.id and c.user_id = p.user_id and not c.is_deleted) + p.bookmark_count - (select count(*) from user_post_bookmarks b where b.post_id = p.id and b.user_id = p.user_id) end as "total_engagement"
    from posts p where p.id = any($2::integer[])) contributions where "topic_id" is not null group by "topic_id" order by "topic_id"), locked as (
    select id from topics where id in (select topic_id from totals where post_count <> 0)
    order by id for no key update
  )
  update topics set post_count = topics.post_count + totals.post_count
  from totals join locked on locked.id = totals.topic_id where topics.id = totals.topic_id)
  select;

with post_done as (
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (
    select "post_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, c.id as comment_id,
    null::integer as topic_id, 0 as "score", case when c.is_deleted then 0 else 1 end as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", case when c.is_deleted then 0 else (not (c.user_id = p.user_id) and not p.is_private)::integer end as "total_engagement"
    from comments c join posts p on p.id = c.post_id where c.id = any($1::integer[])
    union all
    select 
    c.user_id as member_id, null::integer as post_id, c.id as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", c.score - coalesce((select v.value from votes v where v.comment_id = c.id and v.user_id = c.user_id), 0) as "karma", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_upvotes", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_engagement"
    from comments c where c.id = any($2::integer[])) contributions where "post_id" is not null group by "post_id" order by "post_id") t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score),
    member_done as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (
    select "member_id", -sum("score") as "score", -sum("comment_count") as "comment_count", -sum("bookmark_count") as "bookmark_count", -sum("post_count") as "post_count", -sum("private_posts") as "private_posts", -sum("karma") as "karma", -sum("total_upvotes") as "total_upvotes", -sum("total_engagement") as "total_engagement"
    from (
    select 
    p.user_id as member_id, p.id as post_id, c.id as comment_id,
    null::integer as topic_id, 0 as "score", case when c.is_deleted then 0 else 1 end as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", case when c.is_deleted then 0 else (not (c.user_id = p.user_id) and not p.is_private)::integer end as "total_engagement"
    from comments c join posts p on p.id = c.post_id where c.id = any($3::integer[])
    union all
    select 
    c.user_id as member_id, null::integer as post_id, c.id as comment_id,
    null::integer as topic_id, 0 as "score", 0 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", c.score - coalesce((select v.value from votes v where v.comment_id = c.id and v.user_id = c.user_id), 0) as "karma", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_upvotes", (select count(*) from votes v where v.comment_id = c.id and v.value = 1 and v.user_id <> c.user_id) as "total_engagement"
    from comments c where c.id = any($4::integer[])) contributions where "member_id" is not null group by "member_id" order by "member_id") t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0))
  select;
