import { forbidden, notFound } from '#core/failure.ts'
import type { Member } from '#core/viewer.ts'
import { messages } from '#features/posts/contract.ts'
import { may } from '#features/posts/may.ts'
import { countVotesOnPost } from '#features/votes/server/count-votes-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { findOwned } from './store.ts'

/**
 * Counts the votes on a post for its author only, because a score does not reveal how many members voted.
 * Throws 404 and 403 as `deletePost` does.
 */
export const countVotes = async (sql: Sql, member: Member, id: number): Promise<number> => {
  const owned = await findOwned(sql, member, id)
  if (!owned) throw notFound(messages.notFound)
  if (!may.deletePost(member, owned)) throw forbidden()
  return countVotesOnPost(sql, id)
}
