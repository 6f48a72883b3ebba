import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { can } from '../policy.ts'
import { deletePosts } from './delete-posts-query.ts'
import { selectPostOwner, selectPostOwners } from './post-query.ts'

/**
 * Deletes the post and everything that belongs to it. Throws 404 if the member cannot see the post, and 403
 * if it is someone else's.
 */
export const deletePost = async (sql: Sql, member: Member, id: number): Promise<void> => {
  const owned = await selectPostOwner(sql, member, id)
  if (!owned) throw new HttpError('post-not-found')
  if (!can.deletePost(member, owned)) throw new HttpError('not-allowed')
  const deleted = await retryOnConflict(() => sql.begin((tx) => deletePosts(tx, [id])))
  if (deleted === 0) throw new HttpError('post-not-found')
}

/** Deletes the member's own posts among `ids` in one transaction. Any other ids are reported as not found. */
export const deleteOwnPosts = (sql: Sql, member: Member, ids: number[]): Promise<BulkResult> =>
  retryOnConflict(() =>
    sql.begin(async (tx) => {
      const posts = await selectPostOwners(tx, member, ids)
      const own = posts.filter((post) => can.deletePost(member, post)).map(({ id }) => id)
      await deletePosts(tx, own)
      return toBulkResult(ids, own, () => 'post-not-found')
    }),
  )
