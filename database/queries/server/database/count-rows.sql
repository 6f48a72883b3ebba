-- src/server/database/count-rows.ts

select count(*)::integer as count , coalesce(sum(post_count), 0)::float8 as posts, coalesce(sum(total_upvotes), 0)::float8 as upvotes,
    coalesce(sum(total_engagement), 0)::float8 as engagement
  from (select post_count, total_upvotes, total_engagement from users  limit $1) rows;
