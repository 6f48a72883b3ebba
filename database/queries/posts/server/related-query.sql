-- src/features/posts/server/related-query.ts

select id, user_id, topic_id, type, models, score from posts
  where topic_id = $1 and not is_private order by score desc, created_at desc, id desc limit $2;

select id, user_id, topic_id, type, models, score from posts
  where type = $1 and not is_private order by score desc, created_at desc, id desc limit $2;

select id, user_id, topic_id, type, models, score,
  (select count(*)::integer from (
    select from posts r where r.remix_of = posts.id and not r.is_private limit 100) r) as remix_count
      from posts where id = $1 and not is_private;

with others as (
      select id, ord from unnest($1::integer[]) with ordinality as ids(id, ord)
    ), own as (
      select id, row_number() over (order by created_at desc, id desc) as ord from (
        select id, created_at from posts where user_id = $2 and not is_private
        order by created_at desc, id desc limit $3::integer) as newest
      where id <> $4 order by ord limit $5
    )
  select p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
    u.id as user_id, u.username, u.avatar, $6::boolean as is_similar, l.ord
  from others l join posts p on p.id = l.id and not p.is_private join users u on u.id = p.user_id left join topics t on t.id = p.topic_id union all 
  select p.id, p.title, p.type, p.score, p.seo_slug, t.name as topic_name,
    u.id as user_id, u.username, u.avatar, $7::boolean as is_similar, l.ord
  from own l join posts p on p.id = l.id and not p.is_private join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by is_similar, ord;
