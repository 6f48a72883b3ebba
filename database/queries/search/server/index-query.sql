-- src/features/search/server/index-query.ts

insert into search_words (word)
  select word from unnest($1::text[]) word
  where not exists (select from search_words known where known.word = word.word)
  on conflict do nothing;

with hidden as (select p.id, p.title, p.description, p.prompt, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags from posts p where p.id = any($1::integer[]) and p.is_private),
    removed_hot as (delete from hot_post_search where post_id in (select id from hidden)),
    removed as (delete from post_search where post_id in (select id from hidden)),
    removed_private as (delete from private_post_search where post_id = any($2::integer[]) and post_id not in (select id from hidden)),
    indexed_private as (
      insert into private_post_search (post_id, whole)
      select id, post_search_vector("title", "description", '', "prompt") from hidden order by id
      on conflict (post_id) do update set whole = excluded.whole
    ),
  published as (
    select p.id, p.title, p.description, p.prompt, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, t.name as topic, concat_ws(' ', t.name, u.username) as names
    from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
    where p.id = any($3::integer[]) and not p.is_private
  ), written as (
    insert into post_search (post_id, visible, whole)
    select id,
      post_search_vector("title", "description", names, left("prompt", $4::integer)),
      post_search_vector("title", "description", names, "prompt")
    from published order by id
    on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
    returning post_id, visible, whole
  ), written_hot as (
    insert into hot_post_search (post_id, visible, whole)
    select post_id, visible, whole from written where exists (select from hot_post_search h where h.post_id = written.post_id) order by post_id
    on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
  ), queued as (
    insert into similar_posts_queue (post_id) select id from published order by id
    on conflict (post_id) do update set queued_at = excluded.queued_at
  )
  select title, topic from published;

with hidden as (select p.id, p.title, p.description, p.prompt, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags from posts p where p.id = any($1::integer[]) and p.is_private),
    removed_hot as (delete from hot_post_search where post_id in (select id from hidden)),
    removed as (delete from post_search where post_id in (select id from hidden)),
    removed_private as (delete from private_post_search where post_id = any($2::integer[]) and post_id not in (select id from hidden)),
    indexed_private as (
      insert into private_post_search (post_id, whole)
      select id, post_search_vector("title", "description", '', "prompt") from hidden order by id
      on conflict (post_id) do update set whole = excluded.whole
    ),
  published as (
    select p.id, p.title, p.description, p.prompt, p.type, p.models, p.example_files, p.blanks_in, p.license, p.source_url, p.form, p.skill, case when exists (select from tag_redirects where is_pending) then current_tags(p.tags) else p.tags end as tags, t.name as topic, concat_ws(' ', t.name, u.username) as names
    from posts p join users u on u.id = p.user_id left join topics t on t.id = p.topic_id
    where p.id = any($3::integer[]) and not p.is_private
  ), written as (
    insert into post_search (post_id, visible, whole)
    select id,
      post_search_vector("title", "description", names, left("prompt", $4::integer)),
      post_search_vector("title", "description", names, "prompt")
    from published order by id
    on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
    returning post_id, visible, whole
  ), written_hot as (
    insert into hot_post_search (post_id, visible, whole)
    select post_id, visible, whole from written where true order by post_id
    on conflict (post_id) do update set visible = excluded.visible, whole = excluded.whole
  ), queued as (
    insert into similar_posts_queue (post_id) select id from published order by id
    on conflict (post_id) do update set queued_at = excluded.queued_at
  )
  select title, topic from published;

with hot as (delete from hot_post_search where post_id = any($1::integer[])),
    hidden as (delete from private_post_search where post_id = any($2::integer[]))
  delete from post_search where post_id = any($3::integer[]);
