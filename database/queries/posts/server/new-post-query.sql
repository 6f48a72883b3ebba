-- src/features/posts/server/new-post-query.ts

select p.id, p.is_private, p.seo_slug, t.id as topic_id,
    case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic
  from posts p left join topics t on t.id = p.topic_id
  where p.user_id = $1 and not p.is_private and p.created_at > now() - interval '1 day'
    and p.prompt_length between $2::integer and $3::integer
    and replace(replace(p.prompt, E'\r\n', E'\n'), E'\r', E'\n') = $4::text and true
  order by p.created_at limit 1;

with inserted as (
    insert into posts ("user_id", "topic_id", "is_private", "private_id", "seo_slug", "prompt_length", "remix_of", "is_remix", "mentions", "hidden_text", "title", "description", "prompt", "type", "models", "example_files", "tags", "blanks_in", "license", "source_url", "form", "skill") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)
    on conflict (seo_slug) do nothing returning id
  ), remembered as (
    insert into post_idempotency_keys (user_id, key, post_id)
    select $23::integer, key, inserted.id
    from inserted cross join unnest(array[$24, $25]::bytea[]) as key where key is not null
    on conflict (user_id, key) do update set post_id = excluded.post_id, created_at = excluded.created_at
  )
  select id from inserted;

with remixed as materialized (
      select p.id, p.user_id, p.is_private from posts p
      where p.id = $1::integer and (not p.is_private or p.user_id = $2 or p.user_id is not null and p.restriction is null and exists (
    select from private_post_grants g where g.post_id = p.id and g.user_id = $3))  for key share of p
    ), chosen_topic as materialized (select id from topics where id = $4::integer for key share),
    mentioned as materialized (
    select id, username from users where profile_completed and lower(username) = any($5::text[])
      and not 
  (exists (select from member_blocks b where b.blocker_id = users.id and b.blocked_id = $6::integer)
    or exists (select from member_blocks b where b.blocker_id = $7::integer and b.blocked_id = users.id))
    order by array_position($8::text[], lower(username)) limit $9 for key share)
    select (
  select post_id from post_idempotency_keys where user_id = $10
    and (key = $11 or (key = $12 and created_at > now() - interval '30 seconds'))
  order by key = $13 desc nulls last limit 1) as existing_id,
      (select json_build_object('id', d.id, 'isPrivate', d.is_private, 'seoSlug', d.seo_slug, 'topicId', d.topic_id, 'topic', d.topic)
        from (
  select p.id, p.is_private, p.seo_slug, t.id as topic_id,
    case when t.id is null then null else json_build_object('id', t.id, 'name', t.name) end as topic
  from posts p left join topics t on t.id = p.topic_id
  where p.user_id = $14 and not p.is_private and p.created_at > now() - interval '1 day'
    and p.prompt_length between $15::integer and $16::integer
    and replace(replace(p.prompt, E'\r\n', E'\n'), E'\r', E'\n') = $17::text and p.topic_id is not distinct from $18::integer and not $19::boolean
  order by p.created_at limit 1) d) as duplicate,
      case when not $20::boolean then 
  (select case when bool_or(r.user_id is not distinct from $21::integer) then 'own' when count(*) > 0 then 'others' end
    from removed_prompts r where r.hash = sha256(convert_to(regexp_replace(lower($22::text), '\s+', ' ', 'g'), 'UTF8'))) end as removed_copy,
      (select json_build_object('id', id, 'userId', user_id, 'isPrivate', is_private) from remixed) as source,
      exists (select from chosen_topic) as has_topic,
      array(
  select coalesce(r.target, t.name) as name
  from unnest($23::text[]) with ordinality as t(name, ord) left join tag_redirects r on r.name = t.name
  order by t.ord) as tags,
      coalesce((select json_agg(json_build_object('id', id, 'username', username)) from mentioned), '[]') as mentioned;

with tag_locks as materialized (select count(lock) as count from (select pg_advisory_xact_lock_shared(hashtextextended(name, 7302251882)) from unnest($1::text[]) name) as locks(lock))
    select author.* from tag_locks
    cross join lateral (
  select id, username, 
  users.is_admin, users.is_moderator, users.moderated_topics, (users.is_muted and (users.muted_until is null or users.muted_until > now()) or (users.is_suspended and (users.suspended_until is null or users.suspended_until > now()))) as is_muted,
  (users.is_suspended and (users.suspended_until is null or users.suspended_until > now())) as is_suspended from users where id = $2 and tag_locks.count >= 0 for no key update) as author;
