-- src/features/media/server/media-query.ts

with batch as materialized (
    select name, touched_at from media_files
    where name > $1 and ($2::text is null or name <= $3) order by name limit $4
  )
  select name, touched_at < now() - interval '1 day' and not ((select count(*) from posts where example_files @> array['/media/' || name] and example_files <> '{}') > 0
  or (select count(*) from post_versions where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]') > 0
  or (select count(*) from drafts where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]') > 0
  or (select count(*) from draft_versions where fields -> 'exampleFiles' @> to_jsonb(array['/media/' || name]) and fields -> 'exampleFiles' <> '[]') > 0
  or (select count(*) from users where avatar = '/media/' || name) > 0) as is_unused from batch order by name;
