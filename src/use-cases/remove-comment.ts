import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { insertModerationNotice } from '#features/admin/server/moderation-notice-query.ts'
import { deleteCommentRow, lockCommentForRemoval } from '#features/comments/server/deletion-query.ts'
import { publishMemberChange } from '#features/notifications/server/notify-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { enqueueCommentPurge, purgeCommentBeforeJob } from './purge-comments.ts'

/**
 * Removes a comment as an admin. A single transaction deletes it just as its author could, creates a moderation notice for
 * the author and records an audit event. What is left of the comment is then purged. Throws 404 if it no longer exists.
 */
export const removeComment = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  actor: Actor,
  id: number,
): Promise<void> => {
  const { hasMore } = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const comment = await lockCommentForRemoval(tx, id)
      const removed = comment && (await deleteCommentRow(tx, id))
      if (!removed) throw new HttpError('comment-not-found')
      if (removed.hasMore) await enqueueCommentPurge(tx, id)
      if (comment.userId !== actor.id) {
        await insertModerationNotice(tx, 'comment', comment, actor.reason)
        await publishMemberChange(tx, comment.userId)
      }
      await recordAuditEvent(tx, actor, {
        action: 'remove-comment',
        target: { id, name: comment.excerpt },
        before: { excerpt: comment.excerpt, userId: comment.userId },
      })
      return removed
    }),
  )
  if (hasMore) await purgeCommentBeforeJob(sql, log, id)
}
