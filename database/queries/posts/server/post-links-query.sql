-- src/features/posts/server/post-links-query.ts

select id from posts where id > $1 and not is_private order by id limit $2;
