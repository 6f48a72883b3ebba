import * as z from 'zod'
import * as comments from '#features/comments/server/deletion-query.ts'
import { deleteSomeCommentNotifications } from '#features/notifications/server/notify-query.ts'
import { deleteExcessVotesOnComments } from '#features/votes/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import type { Logger } from '#server/log.ts'

/** Purges a deleted comment that its request has not purged, because its server was stopped or it took too long. */
export const commentPurgeJob = defineJob({
  name: 'purge-comment',
  payload: z.object({ commentId: z.number() }),
  run: ({ sql, signal }, { commentId }) => purgeComment(sql, commentId, signal),
})

/** The delay of the job. Usually, the request has deleted everything by then. */
const JOB_DELAY_SECONDS = 60
/** How long a request waits until the comment that it has deleted is purged, which then goes on without it. */
const MAX_WAIT_MS = 5_000

/** Lets the job delete what `deleteCommentRow` leaves of a comment, in the transaction that deletes the comment. */
export const enqueueCommentPurge = (tx: AnySql, commentId: number) =>
  enqueueJob(tx, commentPurgeJob, { commentId }, { delaySeconds: JOB_DELAY_SECONDS })

/** Purges a comment that a request has deleted. */
export const purgeCommentBeforeJob = (
  sql: Sql,
  log: Pick<Logger, 'warn'>,
  commentId: number,
): Promise<void> =>
  runBeforeJob(commentPurgeJob, () => purgeComment(sql, commentId), { log, maxMs: MAX_WAIT_MS })

/** The number of rows that a batch deletes. Votes lock the comment, on which nobody can vote any more. */
const BATCH_SIZE = 500

/**
 * Deletes the notifications about a deleted comment and, if it has no replies, its votes and its row, in batches that
 * leave every count right. Can be repeated, also while it is running.
 */
const purgeComment = async (sql: Sql, id: number, signal?: AbortSignal): Promise<void> => {
  let found: boolean
  do {
    signal?.throwIfAborted()
    found = await retryOnConflict(() => sql.begin((tx) => purgeBatch(tx, id)))
  } while (found)
}

const purgeBatch = async (tx: AnySql, id: number): Promise<boolean> => {
  await comments.lockPostOfComment(tx, id)
  if ((await deleteSomeCommentNotifications(tx, [id], BATCH_SIZE)) === BATCH_SIZE) return true
  const branch = await comments.selectDeletedBranch(tx, id)
  if ((await deleteExcessVotesOnComments(tx, branch, BATCH_SIZE)) > 0) return true
  await comments.deleteRows(tx, branch)
  return false
}
