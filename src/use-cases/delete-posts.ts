import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { can } from '#features/posts/policy.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { selectPostOwner, selectPostOwners } from '#features/posts/server/post-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { purgeBeforeJob } from './purge-posts.ts'

type Resources = { sql: Sql; log: Pick<Logger, 'warn'> }

/**
 * Deletes the post and everything that belongs to it. Throws 404 if the member cannot see the post, and 403
 * if it is someone else's.
 */
export const deletePost = async ({ sql, log }: Resources, member: Member, id: number): Promise<void> => {
  const owned = await selectPostOwner(sql, member, id)
  if (!owned) throw new HttpError('post-not-found')
  if (!can.deletePost(member, owned)) throw new HttpError('not-allowed')
  const deleted = await retryOnConflict(() => sql.begin((tx) => markPostsDeleted(tx, [id])))
  if (deleted === 0) throw new HttpError('post-not-found')
  await purgeBeforeJob(sql, log, [id])
}

/** Deletes the member's own posts among `ids`. Any other ids are reported as not found. */
export const deleteOwnPosts = async (
  { sql, log }: Resources,
  member: Member,
  ids: number[],
): Promise<BulkResult> => {
  const posts = await selectPostOwners(sql, member, ids)
  const own = posts.filter((post) => can.deletePost(member, post)).map(({ id }) => id)
  // One by one, because counting the votes on a hundred busy posts takes long, and others wait for these.
  for (const id of own) await retryOnConflict(() => sql.begin((tx) => markPostsDeleted(tx, [id])))
  await purgeBeforeJob(sql, log, own)
  return toBulkResult(ids, own, () => 'post-not-found')
}
