import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockPostFields } from '#features/posts/server/post-fields-query.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import { can } from '#features/suggested-edits/policy.ts'
import { deleteSuggestedEditRow, selectSuggestedEdit } from '#features/suggested-edits/server/store.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Deletes the member's own edit unless it was accepted, even if the post has become private. Throws 404 if there is no
 * such edit, or if it is someone else's and the member cannot see the post; 403 if it is someone else's; and 409 if it
 * was accepted.
 */
export const deleteSuggestedEdit = async (
  sql: Sql,
  member: Member,
  postId: number,
  id: number,
): Promise<void> => {
  const canSeePost = (await selectPostOwner(sql, member, postId)) !== null
  await sql.begin(async (tx) => {
    await lockPostFields(tx, postId)
    const edit = await selectSuggestedEdit(tx, member, postId, id)
    if (!canSeePost && edit?.user.id !== member.id) throw new HttpError('post-not-found')
    if (!edit) throw new HttpError('suggested-edit-not-found')
    if (!can.delete(member, edit))
      throw new HttpError(edit.user.id === member.id ? 'suggested-edit-decided' : 'not-allowed')
    await deleteSuggestedEditRow(tx, id)
  })
}
