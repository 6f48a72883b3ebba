-- src/features/collections/server/deletion-query.ts

delete from collection_items where id in (
  select id from collection_items where post_id = any($1::integer[]) limit $2);
