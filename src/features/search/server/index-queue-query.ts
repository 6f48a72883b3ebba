import { promptLengthOf } from '#features/posts/server/access-query.ts'
import type { AnySql } from '#server/database/connect.ts'

/**
 * Inserts posts into the queue. Waits for a queue row that is being processed so that no change is lost between reading
 * and indexing a post.
 */
export const insertIntoQueue = (sql: AnySql, ids: readonly number[]) => sql`
  insert into search_index_queue (post_id) select unnest(${[...ids].sort((a, b) => a - b)}::integer[])
  on conflict (post_id) do update set post_id = excluded.post_id`

/** Lists up to `max` queued posts in id order, with the lengths of their prompts. */
export const selectQueuedPosts = (sql: AnySql, max: number) => sql<{ postId: number; length: number }[]>`
  select q.post_id, coalesce(${promptLengthOf(sql, sql`q.post_id`)}, 0) as length
  from search_index_queue q order by q.post_id limit ${max}`

/** Takes posts out of the queue. Returns those that no other process has taken. */
export const deleteFromQueue = (tx: AnySql, ids: readonly number[]) => tx<{ postId: number }[]>`
  delete from search_index_queue where post_id = any(${[...ids]}::integer[]) returning post_id`
