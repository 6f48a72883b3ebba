import type { AnySql } from '#server/database/connect.ts'

/** An entry of the queue. A post that changes while it is being compared is queued anew, at a later time. */
export type QueuedPost = { postId: number; queuedAt: string }

/** Lists up to `max` posts whose similar posts must be found, those first that have waited longest. */
export const selectPostsToCompare = (sql: AnySql, max: number) => sql<QueuedPost[]>`
  select post_id, queued_at::text from similar_posts_queue order by queued_at, post_id limit ${max}`

/** Deletes the entry, unless the post has been queued anew. */
export const deleteComparedPost = (sql: AnySql, { postId, queuedAt }: QueuedPost) => sql`
  delete from similar_posts_queue where post_id = ${postId} and queued_at = ${queuedAt}::timestamptz`

/** Queues public posts, one in `share`: all whose ids leave `remainder` when divided by it. */
export const queuePostsToCompare = (
  sql: AnySql,
  { share, remainder }: { share: number; remainder: number },
) => sql`
  insert into similar_posts_queue (post_id)
  select post_id from post_search where post_id % ${share}::integer = ${remainder}::integer order by post_id
  on conflict do nothing`
