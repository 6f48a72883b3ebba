import * as z from 'zod'
import { HttpError } from '#core/http-error.ts'
import { deleteSomeBookmarks } from '#features/bookmarks/server/deletion-query.ts'
import { deleteItemNotesBy, lockCollectionsWithNotesBy } from '#features/collections/server/items-query.ts'
import { incrementCommentScores } from '#features/comments/server/comment-counters-query.ts'
import * as comments from '#features/comments/server/deletion-query.ts'
import { deleteSignInData } from '#features/identity/server/end-sessions.ts'
import {
  lockAffectedRows,
  planUserDeletion,
  subtractContributions,
} from '#features/members/server/deletion-plan-query.ts'
import { addToMemberCounters } from '#features/members/server/member-counters-query.ts'
import {
  closeAccount,
  deleteUserRow,
  isAccountClosed,
  lockUserForDeletion,
  lockUserRow,
  requireOtherAdmin,
} from '#features/members/server/members-query.ts'
import {
  deleteSomeCommentNotifications,
  deleteSomeNotificationsOf,
} from '#features/notifications/server/notify-query.ts'
import {
  lockPostsByAuthor,
  markPostsByAuthorDeleted,
  markPostsDeleted,
  removeMemberFromPostMentions,
  selectPostIdsByAuthor,
} from '#features/posts/server/delete-posts-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { deleteNotesOfSuggestedVersions } from '#features/versions/server/suggested-notes-query.ts'
import { deleteExcessVotesOnComments, deleteSomeVotes } from '#features/votes/server/deletion-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import type { Logger } from '#server/log.ts'
import { anonymizeAuditEvents } from './anonymize-query.ts'
import { purgeDeletedPosts } from './purge-posts.ts'
import { extendStatementTimeout } from './users-query.ts'

type Services = { sql: Sql; config: Pick<Config, 'oidc'> }

type RequestServices = Services & { log: Pick<Logger, 'warn'> }

/** Finishes the deletion of members whose requests have not, because their server was stopped. */
export const memberDeletionJob = defineJob({
  name: 'delete-member',
  payload: z.object({ userId: z.number() }),
  run: ({ sql, config, signal }, { userId }) => deleteClosedAccount({ sql, config }, userId, signal),
})

/** The delay of the job. Usually, the request has deleted everything by then. */
const JOB_DELAY_SECONDS = 60
/** How long a request waits for the deletion, which then goes on without it. */
const MAX_WAIT_MS = 20_000

/**
 * Deletes a user and all their data (docs/spec/flows.md#deleting). One short transaction ends the account and its
 * sessions; afterwards, the user's tokens are rejected. What the user has written is then deleted in batches, so that
 * others wait for none of it longer than for one batch, and the row last. Every stored count is correct after each
 * transaction. `precheck` runs once the user is locked and can prevent the deletion by throwing. Throws 404 if there is
 * no such user, and 409 for the only admin.
 */
export const deleteUser = async (
  { sql, config, log }: RequestServices,
  id: number,
  precheck?: (tx: AnySql) => Promise<void>,
): Promise<void> => {
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const user = await lockUserRow(tx, id)
      if (!user || (await isAccountClosed(tx, id))) throw new HttpError('user-not-found')
      if (user.isAdmin) await requireOtherAdmin(tx, id)
      await precheck?.(tx)
      await deleteSignInData(tx, config, id)
      await closeAccount(tx, id)
      await enqueueJob(tx, memberDeletionJob, { userId: id }, { delaySeconds: JOB_DELAY_SECONDS })
    }),
  )
  await runBeforeJob(memberDeletionJob, () => deleteClosedAccount({ sql, config }, id), {
    log,
    maxMs: MAX_WAIT_MS,
  })
}

/** Deletes everything of a user whose account is closed. Can be repeated, also while it is running. */
const deleteClosedAccount = async (services: Services, id: number, signal?: AbortSignal): Promise<void> => {
  await deleteContentInBatches(services.sql, id, signal)
  await deleteRemainder(services, id)
  await purgeDeletedPosts(services.sql, signal ? { signal } : {})
}

/** The number of rows that a batch deletes. A batch holds its locks for about 30 ms. */
const BATCH_SIZE = 100

type BatchStep = (tx: AnySql, userId: number, max: number) => Promise<number>

/** Votes and notifications come first: there may be any number on each comment. */
const deleteSomeComments: BatchStep = async (tx, userId, max) => {
  const ids = await comments.selectCommentIdsByAuthor(tx, userId, max)
  const votes = await deleteExcessVotesOnComments(tx, ids, max)
  if (votes > 0) return votes
  const notifications = await deleteSomeCommentNotifications(tx, ids, max)
  if (notifications > 0) return notifications
  if (ids.length > 0) await comments.deleteComments(tx, ids)
  return ids.length
}

/** What a member may have much of. Each step deletes a batch and returns 0 once nothing is left. */
const batchSteps: readonly BatchStep[] = [
  markPostsByAuthorDeleted,
  deleteSomeVotes,
  deleteSomeBookmarks,
  deleteSomeComments,
  removeMemberFromPostMentions,
  comments.removeMemberFromCommentMentions,
  deleteSomeNotificationsOf,
]

const deleteContentInBatches = async (sql: Sql, id: number, signal?: AbortSignal): Promise<void> => {
  for (const step of batchSteps) {
    let found: number
    do {
      signal?.throwIfAborted()
      found = await retryOnConflict(() => sql.begin((tx) => step(tx, id, BATCH_SIZE)) as Promise<number>)
    } while (found > 0)
  }
}

/** Deletes the user's row with everything that is left of their data. */
const deleteRemainder = ({ sql, config }: Services, id: number): Promise<void> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      await extendStatementTimeout(tx)
      // Before the posts, as when a post is added to a collection.
      await lockCollectionsWithNotesBy(tx, id)
      const plan = planUserDeletion(tx, id)
      await lockAffectedRows(tx, plan)
      if (!(await lockUserRow(tx, id))) return
      // These locks prevent new rows from referencing the rows that are about to be deleted.
      await lockPostsByAuthor(tx, id)
      await lockUserForDeletion(tx, id)
      await markPostsDeleted(tx, await selectPostIdsByAuthor(tx, id))
      await removeMemberFromPostMentions(tx, id)
      await comments.removeMemberFromCommentMentions(tx, id)
      await subtractContributions(tx, plan, {
        post: addToPostCounters,
        comment: incrementCommentScores,
        member: addToMemberCounters,
      })
      const commentedPosts = await comments.selectCommentedPostIds(tx, id)
      await comments.markCommentsWithRepliesDeleted(tx, id)
      await deleteItemNotesBy(tx, id)
      await deleteNotesOfSuggestedVersions(tx, id)
      // Again, for a session of a sign-in that was in progress when the account was closed.
      await deleteSignInData(tx, config, id)
      await anonymizeAuditEvents(tx, id)
      await deleteUserRow(tx, id)
      await comments.pruneDeletedComments(tx, commentedPosts)
    }),
  )
