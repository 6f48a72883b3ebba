-- src/features/versions/server/restrictions-query.ts

select v.user_id as author_id, v.is_withdrawn, md5(v.fields::text) as revision,
    left(concat_ws(E'\n\n', nullif(v.fields ->> 'title', ''), nullif(v.fields ->> 'description', ''), v.fields ->> 'prompt'),
      $1) as text,
    array(select jsonb_array_elements_text(coalesce(v.fields -> 'exampleFiles', '[]'))) as example_files
  from post_versions v where v.post_id = $2 and v.number = $3
  union all
  select p.user_id, false, p.revision::text,
    left(concat_ws(E'\n\n', p.title, nullif(p.description, ''), p.prompt), $4), p.example_files
  from (values ($5::integer)) of_post(id) join posts p on p.id = of_post.id
  where p.version = $6::integer
    and not exists (select from post_versions v where v.post_id = p.id and v.number = p.version);

update post_versions v set is_withdrawn = $1
  from (values ($2::integer)) of_post(id) join posts p on p.id = of_post.id
  where v.post_id = p.id and v.number = $3::integer and v.is_withdrawn <> $4
    and (not $5 or v.number < p.version)
  returning v.fields ->> 'title' as title;
