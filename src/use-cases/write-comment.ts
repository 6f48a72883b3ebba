import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import type { Member } from '#core/viewer.ts'
import { type Comment, commentMessages } from '#features/comments/contract.ts'
import { buildCommentTree } from '#features/comments/server/comment-tree.ts'
import {
  computeIdempotencyKeys,
  selectCommentIdByIdempotencyKey,
  upsertIdempotencyKeys,
} from '#features/comments/server/idempotency-query.ts'
import { requireNewText } from '#features/comments/server/require-new-text.ts'
import * as store from '#features/comments/server/store.ts'
import { selectComment } from '#features/comments/server/thread-query.ts'
import { getMentionedUsernames, selectMentionedMembers } from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import { insertNotification } from '#features/notifications/server/notify-query.ts'
import { lockPostRow } from '#features/posts/server/access-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { limitNewcomersComment, lockNewcomer } from './limit-newcomer.ts'

type CommentInput = {
  content: string
  postId: number
  parentId?: number | null | undefined
  requestKey?: string | undefined
}

/**
 * Inserts a comment, updates the counts, and notifies the mentioned members and the author of the parent comment (or of
 * the post, if the comment is top-level). A repeated request returns the comment that the first one created. Throws 404
 * if the member cannot see the post, or if the parent is deleted or on another post; 400 if the conversation is nested
 * too deeply; and 409 if the member has posted the same text on a public post within the last day, unless the text is
 * short.
 */
export const writeComment = async (
  sql: Sql,
  member: Member,
  { content, postId, parentId = null, requestKey }: CommentInput,
): Promise<Comment> => {
  const id = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      await lockNewcomer(tx, member)
      const post = await lockPostRow(tx, member, postId)
      if (!post) throw await findParticipationError(tx, member, postId, 'post-not-found')
      // The check runs while the post is locked, so that of two concurrent requests, the second one sees the
      // first one's comment.
      const keys = computeIdempotencyKeys({ content, postId, parentId, requestKey })
      const existingId = await selectCommentIdByIdempotencyKey(tx, member.id, keys)
      if (existingId !== null) return existingId
      if (!post.isPrivate) await requireNewText(tx, member.id, content)
      const parent = parentId === null ? null : await store.selectParentComment(tx, member, postId, parentId)
      if (parentId !== null && (!parent || parent.isDeleted)) throw new HttpError('comment-not-found')
      if (parent && parent.depth >= limits.commentDepth)
        throw createInvalidFieldError('parentId', commentMessages.tooDeep)
      const mentioned = await selectMentionedMembers(tx, member.id, content)
      const mentions = getMentionedUsernames(mentioned)
      await limitNewcomersComment(tx, member, { content, mentions: mentioned.length })
      const id = await store.insertComment(tx, member, post, { content, postId, parentId, mentions })
      await upsertIdempotencyKeys(tx, member.id, keys, id)
      const recipientId = parent ? parent.userId : post.userId
      if (recipientId !== null)
        await insertNotification(tx, {
          userId: recipientId,
          type: 'comment',
          postId,
          fromUserId: member.id,
          commentId: id,
        })
      await notifyMentionedMembers(tx, {
        commentId: id,
        fromUserId: member.id,
        targets: mentioned.map(({ id: userId }) => ({ postId, userId })),
      })
      return id
    }),
  )
  const row = await selectComment(sql, member, id)
  const [added] = buildCommentTree(row ? [row] : [])
  if (!added) throw new HttpError('comment-not-found')
  return added
}
