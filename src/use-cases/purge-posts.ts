import { deleteSomeBookmarksOfPosts } from '#features/bookmarks/server/deletion-query.ts'
import { deleteSomeItems } from '#features/collections/server/items-query.ts'
import * as comments from '#features/comments/server/deletion-query.ts'
import { deleteSomeNotificationsAbout } from '#features/notifications/server/notify-query.ts'
import {
  deletePostRows,
  deleteSomeGrants,
  deleteSomeReveals,
  lockDeletedPosts,
  removeSourceOfSomeRemixes,
} from '#features/posts/server/delete-posts-query.ts'
import { deleteSomeResults } from '#features/results/server/results-query.ts'
import { deleteSomeSuggestedEdits } from '#features/suggested-edits/server/store.ts'
import { deleteSomeVersions } from '#features/versions/server/deletion-query.ts'
import { deleteExcessVotesOnComments, deleteSomeVotesOnPosts } from '#features/votes/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import type { Logger } from '#server/log.ts'

/** Purges the deleted posts that no request has purged, because its server was stopped or it took too long. */
export const postPurgeJob = defineJob({
  name: 'purge-posts',
  schedule: '*/5 * * * *',
  run: ({ sql, signal }) => purgeDeletedPosts(sql, { signal }),
})

/** How long a request waits until the posts that it has deleted are purged, which then goes on without it. */
const MAX_WAIT_MS = 5_000

/** Purges the posts that a request has marked as deleted. */
export const purgeBeforeJob = (sql: Sql, log: Pick<Logger, 'warn'>, ids: readonly number[]): Promise<void> =>
  runBeforeJob(postPurgeJob, () => purgeDeletedPosts(sql, { ids }), { log, maxMs: MAX_WAIT_MS })

const MAX_POSTS = 100
/** The number of rows after which a batch ends. */
const BATCH_SIZE = 1_000
/**
 * The number of comments that a batch deletes, and of votes on them. A batch locks the members who wrote the comments, for
 * about 50 ms.
 */
const MAX_COMMENTS = 200

/**
 * Deletes the rows of posts that are marked as deleted, with everything that belongs to them: only those among `ids`, if
 * they are given. Each batch is a transaction that leaves every count right. Can be repeated, also while it is running.
 */
export const purgeDeletedPosts = async (
  sql: Sql,
  { ids, signal }: { ids?: readonly number[]; signal?: AbortSignal } = {},
): Promise<void> => {
  let found: boolean
  do {
    signal?.throwIfAborted()
    found = await retryOnConflict(() => sql.begin((tx) => purgeBatch(tx, ids)))
  } while (found)
}

/** Deletes up to `max` rows that belong to the posts. Returns how many, or `max` if there may be more. */
type PurgeStep = (tx: AnySql, postIds: readonly number[], max: number) => Promise<number>

const deleteSomeComments: PurgeStep = async (tx, postIds, max) => {
  const ids = await comments.selectSomeCommentIds(tx, postIds, MAX_COMMENTS)
  if (ids.length === 0) return 0
  if ((await deleteExcessVotesOnComments(tx, ids, MAX_COMMENTS)) > 0) return max
  if ((await comments.detachSomeReplies(tx, ids, max)) === max) return max
  await comments.deleteCommentRows(tx, ids)
  return ids.length === MAX_COMMENTS ? max : ids.length
}

/** Notifications come before comments and suggested edits, because those about them would be deleted with them. */
const steps: readonly PurgeStep[] = [
  deleteSomeGrants,
  deleteSomeNotificationsAbout,
  deleteSomeComments,
  deleteSomeVotesOnPosts,
  deleteSomeBookmarksOfPosts,
  deleteSomeReveals,
  deleteSomeResults,
  deleteSomeItems,
  deleteSomeSuggestedEdits,
  deleteSomeVersions,
  removeSourceOfSomeRemixes,
]

/** Returns false if there was no post to purge. The locks of the posts keep concurrent purges apart. */
const purgeBatch = async (tx: AnySql, ids: readonly number[] | undefined): Promise<boolean> => {
  const postIds = await lockDeletedPosts(tx, ids, MAX_POSTS)
  if (postIds.length === 0) return false
  let changed = 0
  for (const deleteSome of steps) {
    changed += await deleteSome(tx, postIds, BATCH_SIZE)
    if (changed >= BATCH_SIZE) return true
  }
  await deletePostRows(tx, postIds)
  return true
}
