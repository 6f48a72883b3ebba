import { lockPostRows, publicPostIdsInTopic } from '#features/posts/server/access-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { indexPosts } from './index-query.ts'

const BATCH_SIZE = 50

/**
 * Indexes queued posts that no request has indexed. Also runs hourly, for entries queued by the previous version of the
 * server.
 */
export const indexQueueJob = defineJob({
  name: 'index-posts',
  schedule: '35 * * * *',
  run: async ({ sql, signal }) => {
    await indexQueuedPosts(sql, signal)
    signal.throwIfAborted()
  },
})

/**
 * The delay of the job. Usually, the request that queues posts has indexed them by then, unless its server was stopped.
 */
const INDEXING_SECONDS = 30

/**
 * Queues a topic's posts for re-indexing, in the transaction that renames or deletes the topic. Waits for a
 * queue row that is being processed so that no change is lost between reading and indexing a post.
 */
export const enqueueTopicPosts = async (sql: AnySql, topicId: number): Promise<void> => {
  await sql`
    insert into search_index_queue (post_id)
    ${publicPostIdsInTopic(sql, topicId)}
    on conflict (post_id) do update set post_id = excluded.post_id`
  await enqueueJob(sql, indexQueueJob, {}, { delaySeconds: INDEXING_SECONDS })
}

/**
 * Processes the queue until it is empty or `signal` aborts, including entries from other processes. Works in
 * batches because one transaction for a large topic would block writers. Concurrent calls share the work.
 */
export const indexQueuedPosts = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && (await retryOnConflict(() => sql.begin(indexBatch))) > 0);
}

/**
 * Indexes one batch. Locks the posts first: this waits for edits in progress, so index entries for newer text
 * are not overwritten with entries for older text.
 */
const indexBatch = async (tx: AnySql): Promise<number> => {
  const rows = await tx<{ postId: number }[]>`
    delete from search_index_queue where post_id in (
      select post_id from search_index_queue order by post_id limit ${BATCH_SIZE} for update skip locked
    ) returning post_id`
  const ids = rows.map(({ postId }) => postId)
  if (ids.length === 0) return 0
  await lockPostRows(tx, ids)
  await indexPosts(tx, ids)
  return ids.length
}
