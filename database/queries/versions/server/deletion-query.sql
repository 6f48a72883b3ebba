-- src/features/versions/server/deletion-query.ts

delete from post_versions where id in (
  select id from post_versions where post_id = any($1::integer[]) order by number limit $2);

update post_versions set note = '' where suggested_by = $1 and note <> '';
