-- src/features/bookmarks/server/deletion-query.ts

select id from user_post_bookmarks where post_id = any($1::integer[]) limit $2;

select id from user_post_bookmarks where user_id = $1 limit $2;
