-- src/features/topics/server/topic-list-query.ts

select id from topics where starts_with(slug, $1) or similarity(slug, $2) >= 0.4
  order by slug = $3 desc, starts_with(slug, $4) desc, similarity(slug, $5) desc, post_count desc, id limit 1;

select id, name from (
    select id, name, post_count, to_tsvector('public.prompt_search', segment_text(compose_text(name))) as words from topics
  ) t
  where words @@ $1::tsquery
  order by words @@ $2::tsquery desc, post_count desc, id limit $3;

select id, name, description, is_hot, post_count, revision from topics
  order by lower(name), id desc limit $1 offset $2;
