import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { can } from '#features/posts/policy.ts'
import { selectPostOwner, selectPostOwners } from '#features/posts/server/post-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { countPostVotes } from './store.ts'

/**
 * Counts the votes on a post. Only its author may know the number, because the score does not reveal how many
 * members voted. Throws the same 404 and 403 errors as `deletePost`.
 */
export const countVotesOnOwnPost = async (sql: Sql, member: Member, id: number): Promise<number> => {
  const owned = await selectPostOwner(sql, member, id)
  if (!owned) throw new HttpError('post-not-found')
  if (!can.deletePost(member, owned)) throw new HttpError('not-allowed')
  return countPostVotes(sql, [id])
}

/** Counts the votes on the member's own posts among `ids`. */
export const countVotesOnOwnPosts = async (sql: Sql, member: Member, ids: number[]): Promise<number> => {
  const posts = await selectPostOwners(sql, member, ids)
  const own = posts.filter((post) => can.deletePost(member, post))
  return countPostVotes(
    sql,
    own.map(({ id }) => id),
  )
}
