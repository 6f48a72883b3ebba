import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { lockPostForRemoval } from '#features/posts/server/access-query.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { decideAtOnce } from './decide-at-once.ts'
import { waitForIndexing } from './index-queued-posts.ts'
import { purgeBeforeJob } from './purge-posts.ts'
import { requireReason } from './report-content.ts'

/**
 * Removes a post as an admin, which is a decision with a statement for its author. Until the time for an appeal is over,
 * the author and moderators can read it. An admin's own post is deleted. Throws 404 if it no longer exists or is removed, and 400 for a rule that is not in the operator's list.
 */
export const removePost = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  actor: Actor,
  id: number,
  rule: string,
): Promise<void> => {
  if (rule !== '') await requireReason(sql, rule, 'rule')
  const isOwn = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const post = await lockPostForRemoval(tx, id)
      if (!post) throw new HttpError('post-not-found')
      if (post.userId !== actor.id) {
        await decideAtOnce(tx, actor, { kind: 'post', id, version: 0 }, 'remove', rule)
        return false
      }
      await markPostsDeleted(tx, [id])
      await recordAuditEvent(tx, actor, {
        action: 'remove-post',
        target: { id, name: post.excerpt },
        before: post,
      })
      return true
    }),
  )
  if (isOwn) await purgeBeforeJob(sql, log, [id])
  else await waitForIndexing(sql, log)
}
