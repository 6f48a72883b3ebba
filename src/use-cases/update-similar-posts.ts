import { replaceSimilarPosts } from '#features/posts/server/similar-posts-query.ts'
import {
  createWordCounts,
  findSimilarPosts,
  type WordCounts,
} from '#features/search/server/find-similar-posts.ts'
import {
  deleteComparedPost,
  type QueuedPost,
  queuePostsToCompare,
  selectPostsToCompare,
} from '#features/search/server/similar-posts-queue-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'

/** Finds the similar posts of new and changed posts within a minute. */
export const similarPostsJob = defineJob({
  name: 'find-similar-posts',
  schedule: '* * * * *',
  // Retries are unnecessary, because the next run continues with the queue.
  retries: 0,
  run: async ({ sql, signal }) => {
    await updateSimilarPosts(sql, signal)
    signal.throwIfAborted()
  },
})

/** After this many days, every post has been compared anew: how much a word says changes as the site grows. */
const RENEWAL_DAYS = 30
const DAY_MS = 86_400_000

export const similarPostsRenewalJob = defineJob({
  name: 'renew-similar-posts',
  schedule: '20 4 * * *',
  run: ({ sql }) =>
    queuePostsToCompare(sql, {
      share: RENEWAL_DAYS,
      remainder: Math.floor(Date.now() / DAY_MS) % RENEWAL_DAYS,
    }),
})

const BATCH_SIZE = 100

/**
 * Processes the queue until it is empty or `signal` aborts. Each post has a transaction of its own. Concurrent calls do
 * the same work twice, but no harm.
 */
export const updateSimilarPosts = async (sql: Sql, signal?: AbortSignal): Promise<void> => {
  let counts: WordCounts
  let batch: QueuedPost[]
  do {
    batch = await selectPostsToCompare(sql, BATCH_SIZE)
    counts = createWordCounts()
    for (const queued of batch) {
      if (signal?.aborted) return
      await updatePost(sql, queued, counts)
    }
  } while (batch.length > 0)
}

const updatePost = async (sql: Sql, queued: QueuedPost, counts: WordCounts): Promise<void> => {
  const similar = await findSimilarPosts(sql, queued.postId, counts)
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await replaceSimilarPosts(tx, queued.postId, similar)
      await deleteComparedPost(tx, queued)
    }),
  )
}
