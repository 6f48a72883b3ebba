import { HttpError } from '#core/http-error.ts'
import { type Actor, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { deleteCommentRow, lockCommentForRemoval } from '#features/comments/server/deletion-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { decideAtOnce } from './decide-at-once.ts'
import { enqueueCommentPurge, purgeCommentBeforeJob } from './purge-comments.ts'
import { requireReason } from './report-content.ts'

/**
 * Removes a comment as an admin, which is a decision with a statement for its author. An admin's own comment is deleted.
 * Throws 404 if it no longer exists, and 400 for a rule that is not in the operator's list.
 */
export const removeComment = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  actor: Actor,
  id: number,
  rule: string,
): Promise<void> => {
  if (rule !== '') await requireReason(sql, rule, 'rule')
  const { hasMore } = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const comment = await lockCommentForRemoval(tx, id)
      if (!comment) throw new HttpError('comment-not-found')
      if (comment.userId !== actor.id) {
        await decideAtOnce(tx, actor, { kind: 'comment', id, version: 0 }, 'remove', rule)
        return { hasMore: false }
      }
      const removed = await deleteCommentRow(tx, id)
      if (!removed) throw new HttpError('comment-not-found')
      if (removed.hasMore) await enqueueCommentPurge(tx, id)
      await recordAuditEvent(tx, actor, {
        action: 'remove-comment',
        target: { id, name: comment.excerpt },
        before: comment,
      })
      return removed
    }),
  )
  if (hasMore) await purgeCommentBeforeJob(sql, log, id)
}
