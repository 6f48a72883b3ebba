import { HttpError } from '#core/http-error.ts'
import type { Actor } from '#features/admin/server/audit-query.ts'
import { lockPostForRemoval } from '#features/posts/server/access-query.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { purgeBeforeJob } from './purge-posts.ts'
import { recordRemoval } from './record-removal.ts'

/**
 * Removes a post as an admin. A single transaction deletes it just as its author could, creates a moderation notice for
 * the author and records an audit event. The post's rows are then purged. Throws 404 if it no longer exists.
 */
export const removePost = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  actor: Actor,
  id: number,
): Promise<void> => {
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPostForRemoval(tx, id)
      if (!post || (await markPostsDeleted(tx, [id])) === 0) throw new HttpError('post-not-found')
      await recordRemoval(tx, actor, 'post', { ...post, id })
    }),
  )
  await purgeBeforeJob(sql, log, [id])
}
