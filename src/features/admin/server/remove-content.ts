import { HttpError } from '#core/http-error.ts'
import { deleteCommentRow, lockCommentForRemoval } from '#features/comments/server/deletion-query.ts'
import { publishMemberChange } from '#features/notifications/server/notify-query.ts'
import { lockPostForRemoval } from '#features/posts/server/access-query.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { type Actor, recordAuditEvent } from './audit-query.ts'
import { insertModerationNotice } from './moderation-notice-query.ts'
import { commentPurge } from './purge-comments.ts'
import { purgeBeforeJob } from './purge-posts.ts'

type Services = { sql: Sql; log: Pick<Logger, 'warn'> }

const kinds = {
  post: {
    action: 'remove-post',
    lock: lockPostForRemoval,
    remove: async (tx: AnySql, id: number) =>
      (await markPostsDeleted(tx, [id])) > 0 ? { hasMore: true } : null,
    purge: (sql: Sql, log: Services['log'], id: number) => purgeBeforeJob(sql, log, [id]),
    missing: 'post-not-found',
  },
  comment: {
    action: 'remove-comment',
    lock: lockCommentForRemoval,
    remove: async (tx: AnySql, id: number) => {
      const removed = await deleteCommentRow(tx, id)
      if (removed?.hasMore) await commentPurge.enqueue(tx, id)
      return removed
    },
    purge: commentPurge.run,
    missing: 'comment-not-found',
  },
} as const

/**
 * Removes a post or comment as an admin. A single transaction deletes the content just as its author could,
 * creates a moderation notice for the author and records an audit event. What is left of the content is then purged. Throws 404
 * if the content no longer exists.
 */
export const removeContent = async (
  { sql, log }: Services,
  actor: Actor,
  kind: keyof typeof kinds,
  id: number,
): Promise<void> => {
  const removed = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const { action, lock, remove, missing } = kinds[kind]
      const content = await lock(tx, id)
      const removal = content && (await remove(tx, id))
      if (!removal) throw new HttpError(missing)
      if (content.userId !== actor.id) {
        await insertModerationNotice(tx, kind, content, actor.reason)
        await publishMemberChange(tx, content.userId)
      }
      await recordAuditEvent(tx, actor, {
        action,
        target: { id, name: content.excerpt },
        before: { excerpt: content.excerpt, userId: content.userId },
      })
      return removal
    }),
  )
  if (removed.hasMore) await kinds[kind].purge(sql, log, id)
}
