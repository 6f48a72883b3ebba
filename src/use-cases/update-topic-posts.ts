import * as z from 'zod'
import {
  clearTopicOfPosts,
  selectDeletedTopicIds,
  selectTopicPosts,
  type TopicPost,
} from '#features/posts/server/topic-posts-query.ts'
import { insertIntoQueue } from '#features/search/server/index-queue-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { indexQueuedPosts } from './index-queued-posts.ts'

/**
 * Makes the posts of a renamed or deleted topic follow it. Usually, the request has done so by then, unless its server
 * was stopped. Also runs hourly, for topics that the previous version of the server has deleted.
 */
export const topicPostsJob = defineJob({
  name: 'update-topic-posts',
  schedule: '25 * * * *',
  payload: z.object({ topicId: z.number().optional() }),
  run: ({ sql, signal }, { topicId }) => updateTopicPosts(sql, topicId, signal),
})

const JOB_DELAY_SECONDS = 30

/** Schedules the job in the transaction that renames or deletes the topic. Call `updateTopicPosts` after the commit. */
export const enqueueTopicUpdate = (tx: AnySql, topicId: number) =>
  enqueueJob(tx, topicPostsJob, { topicId }, { delaySeconds: JOB_DELAY_SECONDS })

/**
 * Takes the posts of deleted topics out of them, and indexes these posts and those of a renamed topic again, for
 * searches for its name. Works in short transactions, can be repeated, and stops when `signal` aborts.
 */
export const updateTopicPosts = async (sql: Sql, topicId?: number, signal?: AbortSignal): Promise<void> => {
  for (const deletedId of await selectDeletedTopicIds(sql))
    await walkTopic(sql, deletedId, signal, async (tx, ids) => {
      await clearTopicOfPosts(tx, deletedId, ids)
      await insertIntoQueue(tx, ids)
    })
  if (topicId !== undefined) await walkTopic(sql, topicId, signal, insertIntoQueue)
  await indexQueuedPosts(sql, signal)
  signal?.throwIfAborted()
}

/** The number of posts in a batch, which holds its locks for about 30 ms. */
const BATCH_SIZE = 100

const walkTopic = async (
  sql: Sql,
  topicId: number,
  signal: AbortSignal | undefined,
  change: (tx: AnySql, ids: number[]) => unknown,
): Promise<void> => {
  let last: TopicPost | undefined
  do {
    signal?.throwIfAborted()
    const posts = await selectTopicPosts(sql, topicId, last, BATCH_SIZE)
    const ids = posts.map(({ id }) => id)
    if (ids.length > 0) await retryOnConflict(() => sql.begin(async (tx) => change(tx, ids)))
    last = posts.at(-1)
  } while (last)
}
