-- src/features/votes/server/deletion-query.ts

select id from votes where comment_id = any($1::integer[]) limit $2 offset $3;

select id from votes where post_id = any($1::integer[]) limit $2;

select id from votes where user_id = $1 limit $2;
