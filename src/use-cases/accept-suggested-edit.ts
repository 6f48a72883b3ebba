import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { notifyOfSuggestedEdit } from '#features/notifications/server/notify-query.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { isSameFieldValue } from '#features/posts/contract-fields.ts'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { requirePost } from '#features/posts/server/post-query.ts'
import {
  requireOwnPost,
  requireUndecidedEdit,
} from '#features/suggested-edits/server/require-undecided-edit.ts'
import { updateEditDecision } from '#features/suggested-edits/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { writeChanges } from './edit-post.ts'
import { delayPosts, limitNewcomersEdit, lockNewcomer } from './limit-newcomer.ts'
import { requireNotRemoved } from './require-not-removed.ts'

/**
 * Applies a suggested edit to the member's own post as a new version, in the transaction that accepts the
 * edit, and returns the post. Throws 404 if the member cannot see the post or there is no such edit, 403 if
 * the post is someone else's, and 409 if the edit is already decided or the text that it replaces has changed
 * since it was suggested.
 */
export const acceptSuggestedEdit = async (
  sql: Sql,
  member: Member,
  postId: number,
  id: number,
): Promise<PostCard> => {
  await requireOwnPost(sql, member, postId)
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockNewcomer(tx, member)
      const before = await lockPostFields(tx, postId)
      if (!before) throw new HttpError('post-not-found')
      const edit = await requireUndecidedEdit(tx, member, postId, id)
      const isOutdated = edit.changed.some(
        (name) => !isSameFieldValue(edit.before[name as 'title'] ?? '', before[name]),
      )
      if (isOutdated) throw new HttpError('suggested-edit-outdated')
      const details = { editorId: member.id, note: edit.reason, suggestedBy: edit.user.id }
      await limitNewcomersEdit(tx, member, before, edit.after)
      const copy = await requireNotRemoved(tx, before, edit.after)
      const version = await writeChanges(tx, before, edit.after, details)
      await delayPosts(tx, member, [postId], copy)
      await updateEditDecision(tx, id, { status: 'accepted', version })
      await notifyOfSuggestedEdit(tx, {
        userId: edit.user.id,
        type: 'edit-accepted',
        postId,
        fromUserId: member.id,
        suggestedEditId: id,
      })
    }),
  )
  return requirePost(sql, member, postId)
}
