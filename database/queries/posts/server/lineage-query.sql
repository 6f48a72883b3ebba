-- src/features/posts/server/lineage-query.ts

with recursive down as (
      select * from (
        select p.id, 1 as depth from posts p where p.remix_of = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
        order by p.id desc limit $4) first
      union all
      select r.id, d.depth + 1 from down d cross join lateral (
        select p.id from posts p where p.remix_of = d.id and (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6))  order by p.id desc limit $7) r
      where d.depth < $8
    ), page as (select id, depth from down limit $9)
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user from page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.depth, p.id desc;

with recursive down as (
      select * from (
        select p.id, 1 as depth from posts p where p.remix_of = $1 and not p.is_private
        order by p.id desc limit $2) first
      union all
      select r.id, d.depth + 1 from down d cross join lateral (
        select p.id from posts p where p.remix_of = d.id and not p.is_private order by p.id desc limit $3) r
      where d.depth < $4
    ), page as (select id, depth from down limit $5)
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user from page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.depth, p.id desc;

with recursive down as (
      select * from (
        select p.id, 1 as depth from posts p where p.remix_of = $1 and p.user_id is not null
        order by p.id desc limit $2) first
      union all
      select r.id, d.depth + 1 from down d cross join lateral (
        select p.id from posts p where p.remix_of = d.id and p.user_id is not null order by p.id desc limit $3) r
      where d.depth < $4
    ), page as (select id, depth from down limit $5)
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user from page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.depth, p.id desc;

with recursive up as (
      select p.id, p.remix_of, 0 as step from posts p where p.id = $1 and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3)) 
      union all
      select p.id, p.remix_of, u.step + 1 from up u join posts p on p.id = u.remix_of and p.user_id is not null
      where u.step < $4
    )
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user, p.is_remix, (not p.is_private or p.user_id = $5 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $6))  as is_visible
    from up page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.step;

with recursive up as (
      select p.id, p.remix_of, 0 as step from posts p where p.id = $1 and not p.is_private
      union all
      select p.id, p.remix_of, u.step + 1 from up u join posts p on p.id = u.remix_of and p.user_id is not null
      where u.step < $2
    )
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user, p.is_remix, not p.is_private as is_visible
    from up page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.step;

with recursive up as (
      select p.id, p.remix_of, 0 as step from posts p where p.id = $1 and p.user_id is not null
      union all
      select p.id, p.remix_of, u.step + 1 from up u join posts p on p.id = u.remix_of and p.user_id is not null
      where u.step < $2
    )
    select 
  p.id, p.title, p.type, p.score, p.is_private, p.private_id, p.seo_slug, p.created_at,
  (select source.id from posts source where source.id = p.remix_of and source.user_id is not null) as remix_of,
  case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic,
  json_build_object('id', u.id, 'username', u.username, 'avatar', (case when not (u.is_suspended and (u.suspended_until is null or u.suspended_until > now())) then u.avatar end)) as user, p.is_remix, p.user_id is not null as is_visible
    from up page join posts p on p.id = page.id join users u on u.id = p.user_id left join topics t on t.id = p.topic_id order by page.step;
