import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { can } from '#features/comments/policy.ts'
import { deleteCommentRow } from '#features/comments/server/deletion-query.ts'
import { selectCommentAuthor } from '#features/comments/server/store.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import type { Logger } from '#server/log.ts'
import { enqueueCommentPurge, purgeCommentBeforeJob } from './purge-comments.ts'

/**
 * Deletes the member's own comment. Throws 404 if they cannot see it or it is already deleted, 403 if it is
 * not theirs.
 */
export const deleteComment = async (
  { sql, log }: { sql: Sql; log: Pick<Logger, 'warn'> },
  member: Member,
  id: number,
): Promise<void> => {
  const owned = await selectCommentAuthor(sql, member, id)
  if (!owned) throw new HttpError('comment-not-found')
  if (!can.deleteComment(member, owned)) throw new HttpError('not-allowed')
  const deleted = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const removed = await deleteCommentRow(tx, id)
      if (removed?.hasMore) await enqueueCommentPurge(tx, id)
      return removed
    }),
  )
  if (!deleted) throw new HttpError('comment-not-found')
  if (deleted.hasMore) await purgeCommentBeforeJob(sql, log, id)
}
