import { HttpError } from '#core/http-error.ts'
import type { Actor } from '#features/admin/server/audit-query.ts'
import { deleteCommentRow, lockCommentForRemoval } from '#features/comments/server/deletion-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { enqueueCommentPurge, purgeCommentBeforeJob } from './purge-comments.ts'
import { recordRemoval } from './record-removal.ts'

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
      await recordRemoval(tx, actor, 'comment', { ...comment, id })
      return removed
    }),
  )
  if (hasMore) await purgeCommentBeforeJob(sql, log, id)
}
