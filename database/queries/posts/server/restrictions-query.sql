-- src/features/posts/server/restrictions-query.ts

select id as post_id, title, restriction from posts
  where user_id = $1 and restriction = any($2::text[]) order by id limit $3;

select p.id from posts p
  where p.restriction = 'removed' and p.restricted_since < now() - $1::integer * interval '1 day' and p.user_id is not null
  order by p.restricted_since, p.id limit $2 offset $3;

select p.id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, p.user_id as author_id, p.title as excerpt,
    left(concat_ws(E'\n\n', nullif(p.description, ''), p.prompt), $1) as text, p.example_files,
    current_tags(p.tags) as tags, p.labels, (p.is_private and (p.restriction is null or p.restricted_as_private)) as is_private, p.is_private as has_private_link, p.restriction,
    p.revision::text
  from posts p
  where p.id = any($2::integer[]) and p.user_id is not null and (not p.is_private or p.user_id = $3 or p.user_id is not null and p.restriction is null and exists (
  select from private_post_grants g where g.post_id = p.id and g.user_id = $4)) 
  order by p.id;

select p.id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, p.user_id as author_id, p.title as excerpt,
    left(concat_ws(E'\n\n', nullif(p.description, ''), p.prompt), $1) as text, p.example_files,
    current_tags(p.tags) as tags, p.labels, (p.is_private and (p.restriction is null or p.restricted_as_private)) as is_private, p.is_private as has_private_link, p.restriction,
    p.revision::text
  from posts p
  where p.id = any($2::integer[]) and p.user_id is not null and p.user_id is not null
  order by p.id;

select p.id, coalesce(p.topic_id, p.restricted_topic_id) as topic_id, p.user_id as author_id, p.title as excerpt,
    left(concat_ws(E'\n\n', nullif(p.description, ''), p.prompt), $1) as text, p.example_files,
    current_tags(p.tags) as tags, p.labels, (p.is_private and (p.restriction is null or p.restricted_as_private)) as is_private, p.is_private as has_private_link, p.restriction,
    p.revision::text
  from posts p
  where p.id = any($2::integer[]) and p.user_id is not null and true
  order by p.id;

select p.id, p.restriction, p.is_private, current_tags(p.tags) as tags, p.mentions, p.user_id, p.version from posts p
  where p.id = any($1::integer[]) and p.user_id is not null order by p.id;

with remembered as (
      insert into removed_prompts (post_id, user_id, hash)
      select p.id, p.user_id, sha256(convert_to(regexp_replace(lower(p.prompt), '\s+', ' ', 'g'), 'UTF8')) from posts p where p.id = any($1::integer[])
      on conflict (post_id) do nothing)
  update posts p set restriction = $2, restricted_since = clock_timestamp(),
    restricted_topic_id = case when p.restriction is null then p.topic_id else p.restricted_topic_id end,
    restricted_as_private = case when p.restriction is null then p.is_private else p.restricted_as_private end,
    is_private = true, private_id = coalesce(p.private_id, new.private_id), topic_id = null
  from unnest($3::integer[], $4::text[]) as new(id, private_id)
  where p.id = new.id;
