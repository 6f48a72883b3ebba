-- src/features/search/server/similar-posts-queue-query.ts

delete from similar_posts_queue where post_id = $1 and queued_at = $2::timestamptz;

insert into similar_posts_queue (post_id)
  select post_id from post_search where post_id % $1::integer = $2::integer order by post_id
  on conflict do nothing;

select post_id, queued_at::text from similar_posts_queue order by queued_at, post_id limit $1;
