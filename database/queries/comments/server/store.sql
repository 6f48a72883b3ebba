-- src/features/comments/server/store.ts

select c.user_id from comments c join posts p on p.id = c.post_id
  where c.id = $1 and not c.is_deleted and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $3))  ;

select c.user_id from comments c join posts p on p.id = c.post_id
  where c.id = $1 and not c.is_deleted and p.user_id is not null ;

select c.user_id, c.post_id, c.parent_id, c.updated_at, c.content, c.mentions, p.is_private,
    c.created_at > now() - make_interval(secs => $1) as is_recent
  from comments c join posts p on p.id = c.post_id
  where c.id = $2 and not c.is_deleted and (not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $4)) 
  for no key update of c;

update comments set content = $1, mentions = $2::text[], updated_at = now(), edited_at = now()
  where id = $3;

with added as (
      insert into comments (post_id, post_version, user_id, parent_id, content, mentions)
      values ($1, $2, $3, $4, $5, $6::text[]) returning id
    ), contributed as materialized (
      select 
    $7::integer as member_id, $8::integer as post_id, null::integer as comment_id,
    null::integer as topic_id, 0 as "score", 1 as "comment_count", 0 as "bookmark_count", 0 as "post_count", 0 as "private_posts", 0 as "karma", 0 as "total_upvotes", (not $9::boolean and not $10::boolean)::integer as "total_engagement"
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
  from (select * from contributed) t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)
    )
    select id from added;
