-- src/features/posts/server/same-prompt-query.ts

select
  (select json_build_object('id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', p.private_id,
      'seoSlug', p.seo_slug, 'topic', case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end)
    from posts p left join topics t on t.id = p.topic_id where p.prompt = requested.prompt and p.user_id = $1 order by p.id limit 1) as own,
  (select json_build_object('id', p.id, 'title', p.title, 'isPrivate', p.is_private, 'privateId', p.private_id,
      'seoSlug', p.seo_slug, 'topic', case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end)
    from posts p left join topics t on t.id = p.topic_id where p.prompt = requested.prompt and not p.is_private and p.user_id <> $2 order by p.id limit 1) as others
    from unnest($3::text[]) with ordinality as requested(prompt, position) order by requested.position;
