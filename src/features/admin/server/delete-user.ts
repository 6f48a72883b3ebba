import { HttpError } from '#core/http-error.ts'
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
  deleteUserRow,
  lockUserForDeletion,
  lockUserRow,
  requireOtherAdmin,
} from '#features/members/server/members-query.ts'
import {
  deletePosts,
  lockPostsByAuthor,
  removeMemberFromPostMentions,
  selectPostIdsByAuthor,
} from '#features/posts/server/delete-posts-query.ts'
import { addToPostCounters } from '#features/posts/server/post-counters-query.ts'
import { deleteNotesOfSuggestedVersions } from '#features/versions/server/suggested-notes-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { anonymizeAuditEvents } from './anonymize-query.ts'
import { extendStatementTimeout } from './users-query.ts'

/**
 * Deletes a user and all their data (docs/spec/flows.md#deleting) in one transaction that keeps every stored count
 * correct. Afterwards, the user's tokens are rejected. `precheck` runs once the user is locked and can prevent the
 * deletion by throwing. Throws 404 if there is no such user, and 409 for the only admin.
 */
export const deleteUser = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc'> },
  id: number,
  precheck?: (tx: AnySql) => Promise<void>,
): Promise<void> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      await extendStatementTimeout(tx)
      // Before the posts, as when a post is added to a collection.
      await lockCollectionsWithNotesBy(tx, id)
      const plan = planUserDeletion(tx, id)
      const locked = await lockAffectedRows(tx, plan)
      // These locks prevent new rows from referencing the rows that are about to be deleted.
      await lockPostsByAuthor(tx, id)
      await lockUserForDeletion(tx, id)
      const user = locked.users.includes(id) ? await lockUserRow(tx, id) : null
      if (!user) throw new HttpError('user-not-found')
      if (user.isAdmin) await requireOtherAdmin(tx, id)
      await precheck?.(tx)
      await deletePosts(tx, await selectPostIdsByAuthor(tx, id))
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
      await deleteSignInData(tx, config, id)
      await anonymizeAuditEvents(tx, id)
      await deleteUserRow(tx, id)
      await comments.pruneDeletedComments(tx, commentedPosts)
    }),
  )
