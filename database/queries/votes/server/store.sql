-- src/features/votes/server/store.ts

select coalesce(v.value, 0) as value, v.post_version
  from (
    select p.id from posts p where p.id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
    union all
    select c.id from comments c join posts p on p.id = c.post_id
    where c.id = $4 and not c.is_deleted and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $6))  
  ) item
  left join votes v on (v.post_id = item.id or v.comment_id = item.id) and v.user_id = $7;

select coalesce(v.value, 0) as value, v.post_version
  from (
    select p.id from posts p where p.id = $1 and p.user_id is not null
    union all
    select c.id from comments c join posts p on p.id = c.post_id
    where c.id = $2 and not c.is_deleted and p.user_id is not null 
  ) item
  left join votes v on (v.post_id = item.id or v.comment_id = item.id) and v.user_id = $3;

select count(*)::integer as count from votes where post_id = any($1::integer[]);

with target as materialized (
      select p.id, p.user_id as author, p.user_id = $1 as is_own, p.score, p.is_private, p.id as post,
        null::integer as comment, p.version
      from posts p where p.id = $2 and (not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $4))  for no key update of p),
    desired as materialized (
      select t.*, coalesce(v.value, 0) as had,
        coalesce($5::integer, case when v.value = $6::integer then 0 else $7::integer end) as has
      from target t left join votes v on v."post_id" = t.id and v.user_id = $8
    ), added as (
      insert into votes (user_id, "post_id", post_version, value)
      select $9::integer, id, version, has from desired where had = 0 and has <> 0
      on conflict do nothing returning 1
    ), switched as (
      update votes v set value = d.has, post_version = d.version from desired d
      where v."post_id" = d.id and v.user_id = $10 and v.value = d.had and d.has not in (0, d.had)
      returning 1
    ), removed as (
      delete from votes v using desired d
      where v."post_id" = d.id and v.user_id = $11 and v.value = d.had and d.has = 0
      returning 1
    ), changed as materialized (
      select id, author, post, comment, has, 
    author as member_id, id as post_id, null::integer as comment_id,
    null::integer as topic_id, has::integer - had::integer as "score", 0 - 0 as "comment_count", 0 - 0 as "bookmark_count", 0 - 0 as "post_count", 0 - 0 as "private_posts", case when is_own then 0 else has end - case when is_own then 0 else had end as "karma", (has = 1 and not is_own and not is_private)::integer - (had = 1 and not is_own and not is_private)::integer as "total_upvotes", (has = 1 and not is_own and not is_private)::integer - (had = 1 and not is_own and not is_private)::integer as "total_engagement" from desired
      where exists (select from added) or exists (select from switched) or exists (select from removed)
    ), scored as (
  update posts p set score = p.score + t.score, comment_count = p.comment_count + t.comment_count,
    bookmark_count = p.bookmark_count + t.bookmark_count
  from (select * from changed) t
  where p.id = t.post_id and (t.score <> 0 or t.comment_count <> 0 or t.bookmark_count <> 0)
  returning p.score
    ), credited as (
  update users u set karma = u.karma + t.karma, total_upvotes = u.total_upvotes + t.total_upvotes,
    total_engagement = u.total_engagement + t.total_engagement, post_count = u.post_count + t.post_count,
    private_posts = u.private_posts + t.private_posts
  from (select * from changed) t
  where u.id = t.member_id and (t.karma <> 0 or t.total_upvotes <> 0 or t.total_engagement <> 0
    or t.post_count <> 0 or t.private_posts <> 0)
    ), notified as (
  insert into notifications (user_id, type, post_id, from_user_id, comment_id)
  select * from (select author, 'upvote', post, $12::integer, comment from changed where has = 1) as new(user_id, type, post_id, from_user_id, comment_id)
  where user_id is distinct from from_user_id and user_id is not null and 
  not exists (select from disabled_notifications d where d.user_id = new.user_id and d.kind = new.type)
    and not exists (select from post_mutes m where m.user_id = new.user_id and m.post_id = new.post_id)
  on conflict do nothing returning user_id)
    select d.had, d.has as value,
      coalesce((select score from scored), d.score) as score, c.id is not null as is_changed,
      (select count(pg_notify($13::text, user_id::text)) from notified) as pushed
    from desired d left join changed c on c.id = d.id;
