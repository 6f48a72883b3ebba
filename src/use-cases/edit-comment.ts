import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { Comment } from '#features/comments/contract.ts'
import { buildCommentTree } from '#features/comments/server/comment-tree.ts'
import { computeIdempotencyKeys, deleteContentKey } from '#features/comments/server/idempotency-query.ts'
import { requireNewText } from '#features/comments/server/require-new-text.ts'
import * as store from '#features/comments/server/store.ts'
import { selectComment } from '#features/comments/server/thread-query.ts'
import { getMentionedUsernames, selectMentionedMembers } from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { requireRevision } from '#server/http/if-match.ts'
import { limitNewcomersCommentEdit, lockNewcomer } from './limit-newcomer.ts'

/**
 * Changes the text of the member's own comment and marks it as edited, unless the text is unchanged. Notifies newly
 * mentioned members. Throws 404 if the comment is deleted or the member cannot comment on its post, 403 if someone else
 * wrote it or the edit window has closed, 409 if the member has posted the new text elsewhere within the last day,
 * and 412 if the comment was not last changed at the time `ifMatch`.
 */
export const editComment = async (
  sql: Sql,
  member: Member,
  id: number,
  { content, ifMatch = null }: { content: string; ifMatch?: string | null },
): Promise<Comment> => {
  await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockNewcomer(tx, member)
      const comment = await store.lockCommentForEdit(tx, member, id)
      if (!comment) throw await findParticipationError(tx, member, id, 'comment-not-found')
      if (comment.userId !== member.id) throw new HttpError('not-allowed')
      if (!comment.isRecent) throw new HttpError('edit-window-closed')
      requireRevision(ifMatch, comment.updatedAt)
      if (comment.content === content) return
      if (!comment.isPrivate) await requireNewText(tx, member.id, content, id)
      const mentioned = await selectMentionedMembers(tx, member.id, content)
      await limitNewcomersCommentEdit(tx, member, comment, { content, mentioned })
      await store.updateComment(tx, id, { content, mentions: getMentionedUsernames(mentioned) })
      const added = mentioned.filter(({ username }) => !comment.mentions.includes(username))
      await notifyMentionedMembers(tx, {
        commentId: id,
        fromUserId: member.id,
        targets: added.map(({ id: userId }) => ({ postId: comment.postId, userId })),
      })
      // Deletes the content key, so that posting the original text again is not treated as a duplicate request.
      await deleteContentKey(tx, member.id, computeIdempotencyKeys({ ...comment, requestKey: undefined }))
    }),
  )
  const row = await selectComment(sql, member, id)
  const [edited] = buildCommentTree(row ? [row] : [])
  if (!edited) throw new HttpError('comment-not-found')
  return edited
}
