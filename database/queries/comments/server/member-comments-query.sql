-- src/features/comments/server/member-comments-query.ts

select c.id, left(c.content, $1) as excerpt, length(c.content) > $2 as is_cut,
      c.score, c.created_at, json_build_object(
        'id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', null, 'seoSlug', p.seo_slug,
        'topic', case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end) as post
    from (
      select c.id 
  from comments c join posts p on p.id = c.post_id
  where c.user_id = $3::integer and not c.is_deleted and not p.is_private 
      order by c.created_at desc, c.id desc limit $4) as page
    join comments c on c.id = page.id join posts p on p.id = c.post_id left join topics t on t.id = p.topic_id
    order by c.created_at desc, c.id desc;
