import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { selectPostOwner } from '#features/posts/server/post-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import { can } from '../policy.ts'
import { type StoredSuggestedEdit, selectSuggestedEdit } from './store.ts'

/**
 * Throws unless the member can decide about edits to a post: 404 if they cannot see it, 403 if it is someone else's or if
 * they are muted.
 */
export const requireOwnPost = async (sql: Sql, member: Member, postId: number): Promise<void> => {
  const ownership = await selectPostOwner(sql, member, postId)
  if (!ownership) throw new HttpError('post-not-found')
  if (ownership.userId !== member.id) throw new HttpError('not-allowed')
  requireActiveMember(member)
}

/**
 * Returns an undecided edit to a locked post. Throws 404 if it does not exist, and 409 if it is already
 * decided.
 */
export const requireUndecidedEdit = async (
  tx: AnySql,
  member: Member,
  postId: number,
  id: number,
): Promise<StoredSuggestedEdit> => {
  const edit = await selectSuggestedEdit(tx, member, postId, id)
  if (!edit) throw new HttpError('suggested-edit-not-found')
  if (!can.isUndecided(edit)) throw new HttpError('suggested-edit-decided')
  return edit
}
