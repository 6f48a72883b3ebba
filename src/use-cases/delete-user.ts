import * as z from 'zod'
import { HttpError } from '#core/http-error.ts'
import { anonymizeAuditEvents } from '#features/admin/server/anonymize-query.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { extendStatementTimeout, selectUserContentCounts } from '#features/admin/server/users-query.ts'
import { deleteSomeBookmarks } from '#features/bookmarks/server/deletion-query.ts'
import { deleteItemNotesBy, lockCollectionsWithNotesBy } from '#features/collections/server/items-query.ts'
import * as comments from '#features/comments/server/deletion-query.ts'
import { deleteSignInData } from '#features/identity/server/end-sessions.ts'
import { deleteSomeMemberBlocks } from '#features/members/server/blocks-query.ts'
import { lockAffectedRows, planUserDeletion } from '#features/members/server/deletion-plan-query.ts'
import {
  closeAccount,
  deleteUserRow,
  isAccountClosed,
  type LockedUser,
  lockUserForDeletion,
  lockUserRow,
  requireOtherAdmin,
} from '#features/members/server/members-query.ts'
import { deleteSomeMutesOf } from '#features/members/server/mutes-query.ts'
import { DELETED_EXCERPT, forgetMember } from '#features/moderation/server/deletion-query.ts'
import {
  deleteSomeCommentNotifications,
  deleteSomeNotificationsOf,
  renameDecisions,
} from '#features/notifications/server/notify-query.ts'
import {
  lockPostsByAuthor,
  markPostsByAuthorDeleted,
  markPostsDeleted,
  removeMemberFromPostMentions,
  selectPostIdsByAuthor,
} from '#features/posts/server/delete-posts-query.ts'
import { deleteNotesOfSuggestedVersions } from '#features/versions/server/deletion-query.ts'
import {
  deleteExcessVotesOnComments,
  deleteSomeVotes,
  subtractReactions,
} from '#features/votes/server/deletion-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { runBeforeJob } from '#server/jobs/run-before-job.ts'
import type { Logger } from '#server/log.ts'
import { enqueueCommentPurge } from './purge-comments.ts'
import { purgeDeletedPosts } from './purge-posts.ts'

type Resources = { sql: Sql; config: Pick<Config, 'oidc'> }

type RequestResources = Resources & { log: Pick<Logger, 'warn'> }

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
 * transaction. Throws 404 if there is no such user, and 409 for the only admin.
 */
export const deleteUser = async (resources: RequestResources, id: number): Promise<void> => {
  const { sql, config } = resources
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockDeletableUser(tx, id)
      await endAccount(tx, config, id)
    }),
  )
  await waitForDeletion(resources, id)
}

/** Deletes a user and all their content. Throws the errors of `deleteUser`, and 403 for an admin. */
export const deleteUserAsAdmin = async (
  resources: RequestResources,
  actor: Actor,
  id: number,
): Promise<void> => {
  const { sql, config } = resources
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const user = await lockDeletableUser(tx, id)
      if (user.isAdmin) throw new HttpError('admin-protected')
      const belongings = await selectUserContentCounts(tx, id)
      await recordAuditEvent(tx, actor, {
        action: 'delete-user',
        target: { id, name: user.username },
        before: { username: user.username, isMuted: user.isMuted, ...belongings },
      })
      await endAccount(tx, config, id)
    }),
  )
  await waitForDeletion(resources, id)
}

/** Locks a user who is not the only admin. Throws 404 if there is none or if the account is closed already. */
const lockDeletableUser = async (tx: AnySql, id: number): Promise<LockedUser> => {
  const user = await lockUserRow(tx, id)
  if (!user || (await isAccountClosed(tx, id))) throw new HttpError('user-not-found')
  if (user.isAdmin) await requireOtherAdmin(tx, id)
  return user
}

/** Ends an account and its sessions, and lets the job delete what is left of it. */
const endAccount = async (tx: AnySql, config: Resources['config'], id: number): Promise<void> => {
  await deleteSignInData(tx, config, id)
  await closeAccount(tx, id)
  await enqueueJob(tx, memberDeletionJob, { userId: id }, { delaySeconds: JOB_DELAY_SECONDS })
}

const waitForDeletion = ({ sql, config, log }: RequestResources, id: number): Promise<void> =>
  runBeforeJob(memberDeletionJob, () => deleteClosedAccount({ sql, config }, id), {
    log,
    maxMs: MAX_WAIT_MS,
  })

/** Deletes everything of a user whose account is closed. Can be repeated, also while it is running. */
const deleteClosedAccount = async (resources: Resources, id: number, signal?: AbortSignal): Promise<void> => {
  do await deleteContentInBatches(resources.sql, id, signal)
  while (!(await deleteRemainder(resources, id)))
  await purgeDeletedPosts(resources.sql, signal ? { signal } : {})
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
  if (ids.length === 0) return 0
  for (const id of await comments.deleteComments(tx, ids)) await enqueueCommentPurge(tx, id)
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
  deleteSomeMemberBlocks,
  deleteSomeMutesOf,
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

/**
 * Deletes the user's row with everything that is left of their data. Returns false and deletes nothing if they have
 * comments, because a request that had begun before the account was closed has written one.
 */
const deleteRemainder = ({ sql, config }: Resources, id: number): Promise<boolean> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      await extendStatementTimeout(tx)
      // Before the posts, as when a post is added to a collection.
      await lockCollectionsWithNotesBy(tx, id)
      const plan = planUserDeletion(tx, id)
      await lockAffectedRows(tx, plan)
      if (!(await lockUserRow(tx, id))) return true
      // These locks prevent new rows from referencing the rows that are about to be deleted.
      await lockPostsByAuthor(tx, id)
      await lockUserForDeletion(tx, id)
      if ((await comments.selectCommentIdsByAuthor(tx, id, 1)).length > 0) return false
      await markPostsDeleted(tx, await selectPostIdsByAuthor(tx, id))
      await removeMemberFromPostMentions(tx, id)
      await comments.removeMemberFromCommentMentions(tx, id)
      await subtractReactions(tx, plan.contributions)
      await deleteItemNotesBy(tx, id)
      await deleteNotesOfSuggestedVersions(tx, id)
      // Again, for a session of a sign-in that was in progress when the account was closed.
      await deleteSignInData(tx, config, id)
      await anonymizeAuditEvents(tx, id)
      const decisions = await forgetMember(tx, id)
      if (decisions.length > 0) await renameDecisions(tx, decisions, DELETED_EXCERPT)
      await deleteUserRow(tx, id)
      return true
    }),
  )
