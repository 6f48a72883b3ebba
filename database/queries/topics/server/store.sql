-- src/features/topics/server/store.ts

select (select coalesce(sum(post_count), 0)::int from topics) as count;

select id, name, description, is_hot, post_count, revision from topics where slug = $1;
