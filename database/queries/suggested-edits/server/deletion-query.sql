-- src/features/suggested-edits/server/deletion-query.ts

delete from suggested_edits where id in (
  select id from suggested_edits where post_id = any($1::integer[]) limit $2);
