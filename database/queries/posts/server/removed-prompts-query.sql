-- src/features/posts/server/removed-prompts-query.ts

delete from removed_prompts where removed_at < now() - $1::integer * interval '1 day';
