-- src/features/posts/server/related-query.ts

with post as materialized (
      select p.id, p.user_id, p.topic_id, 
  (select count(*)::integer from (
    select from posts r where r.remix_of = p.id and not r.is_private limit 100) r) as remix_count
      from posts p where p.id = $1 and not p.is_private 
    ), most_similar as materialized (
      select p.id, row_number() over (order by s.similarity desc, p.id desc) as ord
      from similar_posts s join posts p on p.id = s.similar_id
      where s.post_id = (select id from post) and not p.is_private  and p.user_id <> (select user_id from post)
      order by s.similarity desc, p.id desc limit 5
    ), in_topic as (
      select id, row_number() over () as ord from (
        select p.id, p.user_id from posts p
        where p.topic_id = (select topic_id from post where not exists (select from most_similar)) and not p.is_private 
        order by p.score desc, p.created_at desc, p.id desc limit 20
      ) best
      where user_id <> (select user_id from post) limit 5
    ), by_author as (
      select id, row_number() over () as ord from (
        select p.id from posts p where p.user_id = (select user_id from post) and not p.is_private 
        order by p.created_at desc, p.id desc limit 4
      ) newest
      where id <> $2 limit 3
    ), links as (
      select 'similar' as list, * from most_similar union all select 'inTopic', * from in_topic
      union all select 'byAuthor', * from by_author
    )
    select post.remix_count, linked.* from post left join (
      select l.list, l.ord, p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
        u.id as user_id, u.username, (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end) as avatar
      from links l join posts p on p.id = l.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
    ) linked on true order by list, ord;
