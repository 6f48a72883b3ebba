-- src/features/results/server/deletion-query.ts

delete from post_results where id in (
  select id from post_results where post_id = any($1::integer[]) limit $2);
