-- src/features/search/server/index-queue-query.ts

delete from search_index_queue where post_id = any($1::integer[]) returning post_id;

insert into search_index_queue (post_id) select unnest($1::integer[])
  on conflict (post_id) do update set post_id = excluded.post_id;

select q.post_id, coalesce((select prompt_length from posts where posts.id = q.post_id), 0) as length
  from search_index_queue q order by q.post_id limit $1;
