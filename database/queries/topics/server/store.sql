-- src/features/topics/server/store.ts

select coalesce(sum(post_count), 0)::int as count from topics;

select id, name, description, is_hot, post_count from topics where slug = $1;
