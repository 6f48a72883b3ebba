import { forgetRestrictedComments } from '#features/comments/server/restrictions-query.ts'
import {
  forgetRemovedResults,
  selectFinallyRemovedComments,
} from '#features/moderation/server/purge-query.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'

const BATCH_SIZE = 100

/**
 * Deletes what removed comments and results have said, once the time for an appeal is over and no appeal waits for an
 * answer, as `purge-removed-posts` does with posts. The statements of the decisions stay without it.
 */
export const removedTextPurgeJob = defineJob({
  name: 'purge-removed-texts',
  schedule: '55 3 * * *',
  run: async ({ sql, signal }) => {
    for (let found = BATCH_SIZE; found === BATCH_SIZE; ) {
      signal.throwIfAborted()
      found = await retryOnConflict(() =>
        sql.begin(async (tx) => {
          const comments = await selectFinallyRemovedComments(tx, BATCH_SIZE)
          await forgetRestrictedComments(tx, comments)
          return Math.max(comments.length, await forgetRemovedResults(tx, BATCH_SIZE))
        }),
      )
    }
  },
})
