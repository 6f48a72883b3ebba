import type { Member } from '#core/viewer.ts'
import { notifyOfSuggestedEdit } from '#features/notifications/server/notify-query.ts'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import {
  requireOwnPost,
  requireUndecidedEdit,
} from '#features/suggested-edits/server/require-undecided-edit.ts'
import { updateEditDecision } from '#features/suggested-edits/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'

/**
 * Declines a suggested edit to the member's own post or requests changes to it, and notifies the member who
 * suggested it. Throws the same errors as `acceptSuggestedEdit`.
 */
export const answerSuggestedEdit = async (
  sql: Sql,
  member: Member,
  { postId, id }: { postId: number; id: number },
  { status, answer }: { status: 'declined' | 'changes-requested'; answer: string },
): Promise<void> => {
  await requireOwnPost(sql, member, postId)
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockPostFields(tx, postId)
      const edit = await requireUndecidedEdit(tx, member, postId, id)
      await updateEditDecision(tx, id, { status, answer })
      await notifyOfSuggestedEdit(tx, {
        userId: edit.user.id,
        type: status === 'declined' ? 'edit-declined' : 'edit-changes-requested',
        postId,
        fromUserId: member.id,
        suggestedEditId: id,
      })
    }),
  )
}
