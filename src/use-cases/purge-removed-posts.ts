import { APPEAL_DAYS } from '#features/moderation/contract-values.ts'
import { selectAppealedPosts } from '#features/moderation/server/decisions-query.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { deleteRemovedPrompts } from '#features/posts/server/removed-prompts-query.ts'
import { selectRemovedPostIds } from '#features/posts/server/restrictions-query.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { postPurgeJob } from './purge-posts.ts'

const BATCH_SIZE = 100

/** Deletes posts that moderators have removed, once the time for an appeal is over and no appeal waits for an answer. */
export const removedPostPurgeJob = defineJob({
  name: 'purge-removed-posts',
  schedule: '50 3 * * *',
  run: async ({ sql, signal }) => {
    let skipped = 0
    await deleteRemovedPrompts(sql, APPEAL_DAYS)
    for (let found = BATCH_SIZE; found === BATCH_SIZE; ) {
      signal.throwIfAborted()
      const batch = await retryOnConflict(() =>
        sql.begin(async (tx) => {
          const ids = await selectRemovedPostIds(tx, APPEAL_DAYS, { max: BATCH_SIZE, skipped })
          const appealed = new Set(await selectAppealedPosts(tx, ids))
          const ended = ids.filter((id) => !appealed.has(id))
          if ((await markPostsDeleted(tx, ended)) > 0) await enqueueJob(tx, postPurgeJob, {})
          return { found: ids.length, appealed: appealed.size }
        }),
      )
      found = batch.found
      skipped += batch.appealed
    }
  },
})
