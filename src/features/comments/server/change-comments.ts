import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { countCharacters } from '#core/text.ts'
import type { Member } from '#core/viewer.ts'
import {
  getMentionedUsernames,
  type MentionedUser,
  selectMentionedMembers,
} from '#features/members/server/mentions-query.ts'
import { notifyMentionedMembers } from '#features/notifications/server/mention-query.ts'
import { insertNotification } from '#features/notifications/server/notify-query.ts'
import { lockPostRow } from '#features/posts/server/access-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { type Comment, commentMessages } from '../contract.ts'
import { can } from '../policy.ts'
import { buildCommentTree } from './comment-tree.ts'
import { deleteCommentRow as remove } from './deletion-query.ts'
import {
  computeIdempotencyKeys,
  deleteContentKey,
  selectCommentIdByIdempotencyKey,
  upsertIdempotencyKeys,
} from './idempotency-query.ts'
import * as store from './store.ts'
import { selectCommentAuthor } from './store.ts'
import { selectComment } from './thread-query.ts'

/** Deletes what is left of a deleted comment. Injected because votes build on comments. */
export type CommentPurge = {
  /** Called in the transaction that deletes the comment. */
  enqueue: (tx: AnySql, id: number) => Promise<unknown>
  /** Called after that transaction. */
  run: (id: number) => Promise<void>
}

/**
 * Deletes the member's own comment. Throws 404 if they cannot see it or it is already deleted, 403 if it is
 * not theirs.
 */
export const deleteComment = async (
  { sql, purge }: { sql: Sql; purge: CommentPurge },
  member: Member,
  id: number,
): Promise<void> => {
  const owned = await selectCommentAuthor(sql, member, id)
  if (!owned) throw new HttpError('comment-not-found')
  if (!can.deleteComment(member, owned)) throw new HttpError('not-allowed')
  const deleted = await retryOnConflict(() =>
    sql.begin(async (tx) => {
      const removed = await remove(tx, id)
      if (removed?.hasMore) await purge.enqueue(tx, id)
      return removed
    }),
  )
  if (!deleted) throw new HttpError('comment-not-found')
  if (deleted.hasMore) await purge.run(id)
}

/**
 * Changes the text of the member's own comment and marks it as edited, unless the text is unchanged. Notifies newly
 * mentioned members. Throws 404 if the comment is deleted or the member cannot comment on its post, 403 if someone else
 * wrote it or the edit window has closed, and 409 if the member has posted the new text elsewhere within the last day.
 */
export const editComment = async (
  sql: Sql,
  member: Member,
  id: number,
  content: string,
): Promise<Comment> => {
  await retryOnConflict(() => sql.begin((tx) => editInTransaction(tx, member, id, content)))
  const row = await selectComment(sql, member, id)
  const [edited] = buildCommentTree(row ? [row] : [])
  if (!edited) throw new HttpError('comment-not-found')
  return edited
}

const editInTransaction = async (tx: AnySql, member: Member, id: number, content: string): Promise<void> => {
  const comment = await store.lockCommentForEdit(tx, member, id)
  if (!comment) throw await findParticipationError(tx, member, id, 'comment-not-found')
  if (comment.userId !== member.id) throw new HttpError('not-allowed')
  if (!comment.isRecent) throw new HttpError('edit-window-closed')
  if (comment.content === content) return
  if (!comment.isPrivate) await assertNotDuplicate(tx, member.id, content, id)
  const mentioned = await selectMentionedMembers(tx, content)
  await store.updateComment(tx, id, { content, mentions: getMentionedUsernames(mentioned) })
  const added = mentioned.filter(({ username }) => !comment.mentions.includes(username))
  await tellMentioned(tx, member, { postId: comment.postId, commentId: id }, added)
  // Deletes the content key, so that posting the original text again is not treated as a duplicate request.
  await deleteContentKey(tx, member.id, computeIdempotencyKeys({ ...comment, requestKey: undefined }))
}

const tellMentioned = (
  tx: AnySql,
  { id: fromUserId }: Member,
  { postId, commentId }: { postId: number; commentId: number },
  mentioned: readonly MentionedUser[],
) =>
  notifyMentionedMembers(tx, {
    commentId,
    fromUserId,
    targets: mentioned.map(({ id: userId }) => ({ postId, userId })),
  })

/**
 * Comments of at least this many characters are checked for duplicates. Shorter comments, such as a
 * thank-you, can be repeated.
 */
const MIN_COMPARED_LENGTH = 30

/**
 * Throws 409 with the path of the existing comment if the member has posted this text on a public post within
 * the last day. Ignores the comment `exceptId`, which is being edited.
 */
export const assertNotDuplicate = async (
  tx: AnySql,
  userId: number,
  content: string,
  exceptId: number | null = null,
): Promise<void> => {
  if (countCharacters(content) < MIN_COMPARED_LENGTH) return
  await store.lockCommentTexts(tx, userId)
  const existing = await store.selectDuplicateComment(tx, userId, content, exceptId)
  if (!existing) return
  throw new HttpError('duplicate-comment', { conflictUrl: paths.comment(existing.post, existing.id) })
}

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
export const addComment = async (sql: Sql, member: Member, input: CommentInput): Promise<Comment> => {
  const comment = { ...input, parentId: input.parentId ?? null }
  const id = await retryOnConflict(() => sql.begin((tx) => addInTransaction(tx, member, comment)))
  const row = await selectComment(sql, member, id)
  const [added] = buildCommentTree(row ? [row] : [])
  if (!added) throw new HttpError('comment-not-found')
  return added
}

const addInTransaction = async (
  tx: AnySql,
  member: Member,
  { content, postId, parentId, requestKey }: CommentInput & { parentId: number | null },
) => {
  const post = await lockPostRow(tx, member, postId)
  if (!post) throw await findParticipationError(tx, member, postId, 'post-not-found')
  // The check runs while the post is locked, so that of two concurrent requests, the second one sees the
  // first one's comment.
  const keys = computeIdempotencyKeys({ content, postId, parentId, requestKey })
  const existingId = await selectCommentIdByIdempotencyKey(tx, member.id, keys)
  if (existingId !== null) return existingId
  if (!post.isPrivate) await assertNotDuplicate(tx, member.id, content)
  const parent = parentId === null ? null : await store.selectParentComment(tx, postId, parentId)
  if (parentId !== null && (!parent || parent.isDeleted)) throw new HttpError('comment-not-found')
  if (parent && parent.depth >= limits.commentDepth)
    throw createInvalidFieldError('parentId', commentMessages.tooDeep)
  const mentioned = await selectMentionedMembers(tx, content)
  const mentions = getMentionedUsernames(mentioned)
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
  await tellMentioned(tx, member, { postId, commentId: id }, mentioned)
  return id
}
