import { forbidden, notFound } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { messages } from '#features/comments/contract.ts'
import { may } from '#features/comments/may.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { deleteComment as remove } from './deletion-query.ts'
import { findOwned } from './store.ts'

/**
 * Deletes the member's own comment. Throws 404 if they cannot see it or it is already deleted, 403 if it is
 * not theirs.
 */
export const deleteComment = async (sql: Sql, member: Member, id: number): Promise<void> => {
  const owned = await findOwned(sql, member, id)
  if (!owned) throw notFound(messages.notFound)
  if (!may.deleteComment(member, owned)) throw forbidden()
  const isDeleted = await retryOnClash(() => sql.begin((tx) => remove(tx, id)))
  if (!isDeleted) throw notFound(messages.notFound)
}
