-- src/features/drafts/server/store.ts

delete from drafts where user_id = $1 and key = $2;

insert into drafts (user_id, key, fields)
  select $1, $2, $3::text::jsonb
  where (select count(*) from drafts where user_id = $4) < $5;

select id as row_id, updated_at, fields -> 'exampleFiles' as example_files,
    fields = $1::text::jsonb as is_same,
    version_at <= now() - make_interval(secs => $2) as is_old_version
  from drafts where user_id = $3 and key = $4;

select id from drafts where publish_at <= now() order by publish_at, id limit $1;

select key as id, fields ->> 'title' as title, (fields -> 'isPrivate')::boolean as is_private,
    left(coalesce(nullif(fields ->> 'description', ''), fields ->> 'prompt'), $1) as excerpt,
    updated_at, publish_at, problem
  from drafts where user_id = $2 order by publish_at, updated_at desc, id desc limit $3;

select key as id, fields, updated_at, publish_at, problem from drafts where user_id = $1 and key = $2;

select v.id, v.saved_at, v.fields from draft_versions v join drafts d on d.id = v.draft_id
  where d.user_id = $1 and d.key = $2 order by v.id desc;

update drafts set fields = $1::text::jsonb, updated_at = now(), problem = ''
  where id = $2;

update drafts set publish_at = $1, problem = '' where user_id = $2 and key = $3;
