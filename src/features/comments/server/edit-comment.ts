import { forbidden, notFound } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { type Comment, messages } from '#features/comments/contract.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { findRow } from './branches-query.ts'
import { refuseRepeated } from './refuse-repeated.ts'
import { forgetSaid, marksOf } from './request-query.ts'
import * as store from './store.ts'
import { treeOf } from './tree.ts'

/**
 * Changes the text of the member's own comment and marks it as edited, unless the text stays the same. Throws
 * 404 if the comment is deleted or the member cannot take part in its post, 403 if somebody else wrote it or
 * it is too old, and 409 if the member has posted the new text elsewhere within the last day.
 */
export const editComment = async (
  sql: Sql,
  member: Member,
  id: number,
  content: string,
): Promise<Comment> => {
  await retryOnClash(() => sql.begin((tx) => editInTransaction(tx, member, id, content)))
  const row = await findRow(sql, member, id)
  const [edited] = treeOf(row ? [row] : [])
  if (!edited) throw notFound(messages.notFound)
  return edited
}

const editInTransaction = async (tx: AnySql, member: Member, id: number, content: string): Promise<void> => {
  const comment = await store.lockComment(tx, member, id)
  if (!comment) throw await cannotTakePart(tx, member, id, messages.notFound)
  if (comment.userId !== member.id) throw forbidden()
  if (!comment.isRecent) throw forbidden(messages.editTooLate)
  if (comment.content === content) return
  if (!comment.isPrivate) await refuseRepeated(tx, member.id, content, id)
  await store.updateContent(tx, id, content)
  // Posting the original text again is no longer a duplicate request.
  await forgetSaid(tx, member.id, marksOf({ ...comment, requestKey: undefined }))
}
