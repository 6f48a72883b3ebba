import { forbidden, notFound } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { messages } from '#features/posts/contract.ts'
import { may } from '#features/posts/may.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { deletePosts } from './deletion-query.ts'
import { findOwned } from './store.ts'

/**
 * Deletes the post and everything that belongs to it. Throws 404 if the member cannot see the post, 403 if it
 * is somebody else's.
 */
export const deletePost = async (sql: Sql, member: Member, id: number): Promise<void> => {
  const owned = await findOwned(sql, member, id)
  if (!owned) throw notFound(messages.notFound)
  if (!may.deletePost(member, owned)) throw forbidden()
  const deleted = await retryOnClash(() => sql.begin((tx) => deletePosts(tx, [id])))
  if (deleted === 0) throw notFound(messages.notFound)
}
