import { lockPostRows } from '#features/posts/server/access-query.ts'
import { indexPosts, removeFromIndex } from '#features/search/server/index-query.ts'
import {
  deleteFromQueue,
  insertIntoQueue,
  selectQueuedPosts,
} from '#features/search/server/index-queue-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import type { Logger } from '#server/log.ts'

const BATCH_SIZE = 50
/**
 * The number of characters of prompts from which a batch contains no further post. Indexing 200,000 characters takes
 * about a tenth of a second, for which the posts are locked.
 */
const BATCH_CHARACTERS = 100_000

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
 * Queues posts whose privacy has changed, in the transaction that changes it. Until they are indexed, no search finds
 * them.
 */
export const enqueuePosts = async (tx: AnySql, ids: readonly number[]): Promise<void> => {
  await removeFromIndex(tx, ids)
  await insertIntoQueue(tx, ids)
  await enqueueJob(tx, indexQueueJob, {}, { delaySeconds: INDEXING_SECONDS })
}

/** How long a request waits for the posts that it has queued. */
const MAX_WAIT_MS = 3_000

/**
 * Processes the queue after the transaction that has queued posts, so that search is usually up to date by the time the
 * request ends. If there is much to do, processing continues in the background. If it fails, a job repeats it.
 */
export const waitForIndexing = (sql: Sql, log: Pick<Logger, 'warn'>): Promise<void> =>
  runBeforeJob(indexQueueJob, () => indexQueuedPosts(sql), { log, maxMs: MAX_WAIT_MS })

/**
 * Processes the queue until it is empty or `signal` aborts, including entries from other processes. Works in
 * batches because one transaction for a large topic would block writers. Concurrent calls share the work.
 */
export const indexQueuedPosts = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted && (await retryOnConflict(() => sql.begin(indexBatch))) > 0);
}

/**
 * Indexes one batch. Locks the posts first, as every transaction that queues them does: this waits for edits in progress,
 * so index entries for newer text are not overwritten with entries for older text. Returns the number of queued posts
 * that it found, some of which another process may have indexed meanwhile.
 */
const indexBatch = async (tx: AnySql): Promise<number> => {
  const ids = takeBatch(await selectQueuedPosts(tx, BATCH_SIZE))
  if (ids.length === 0) return 0
  await lockPostRows(tx, ids)
  const taken = await deleteFromQueue(tx, ids)
  if (taken.length > 0)
    await indexPosts(
      tx,
      taken.map(({ postId }) => postId),
    )
  return ids.length
}

const takeBatch = (candidates: readonly { postId: number; length: number }[]): number[] => {
  let characters = 0
  const ids: number[] = []
  for (const { postId, length } of candidates) {
    if (characters >= BATCH_CHARACTERS) break
    characters += length
    ids.push(postId)
  }
  return ids
}
