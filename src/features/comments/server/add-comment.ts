import { badRequest, notFound } from '#core/failure.ts'
import { limits } from '#core/limits.ts'
import type { Member } from '#core/viewer.ts'
import { type Comment, messages } from '#features/comments/contract.ts'
import { notify } from '#features/notifications/server/notify-query.ts'
import { messages as postMessages } from '#features/posts/contract.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { findRow } from './branches-query.ts'
import { refuseRepeated } from './refuse-repeated.ts'
import { findRequested, marksOf, rememberRequest } from './request-query.ts'
import * as store from './store.ts'
import { treeOf } from './tree.ts'

type CommentInput = {
  content: string
  postId: number
  parentId?: number | null | undefined
  requestKey?: string | undefined
}

/**
 * Inserts a comment, updates the counts, and notifies the author of the parent comment or, for a top-level
 * comment, of the post. A repeated request returns the comment that the first one created. Throws 404 if the
 * member cannot see the post, or if the parent is deleted or on another post; 400 if the conversation is too
 * deep; and 409 if the member has posted the same text, unless it is short, on a public post within the last
 * day.
 */
export const addComment = async (sql: Sql, member: Member, input: CommentInput): Promise<Comment> => {
  const comment = { ...input, parentId: input.parentId ?? null }
  const id = await retryOnClash(() => sql.begin((tx) => addInTransaction(tx, member, comment)))
  const row = await findRow(sql, member, id)
  const [added] = treeOf(row ? [row] : [])
  if (!added) throw notFound(messages.notFound)
  return added
}

const addInTransaction = async (
  tx: AnySql,
  member: Member,
  { content, postId, parentId, requestKey }: CommentInput & { parentId: number | null },
) => {
  const post = await store.holdPost(tx, member, postId)
  if (!post) throw await cannotTakePart(tx, member, postId, postMessages.notFound)
  // Under the lock on the post, so that the second of two concurrent requests sees the comment of the first.
  const keys = marksOf({ content, postId, parentId, requestKey })
  const existingId = await findRequested(tx, member.id, keys)
  if (existingId !== null) return existingId
  if (!post.isPrivate) await refuseRepeated(tx, member.id, content)
  const parent = parentId === null ? null : await store.findParent(tx, postId, parentId)
  if (parentId !== null && (!parent || parent.isDeleted)) throw notFound(messages.notFound)
  if (parent && parent.depth >= limits.commentDepth)
    throw badRequest(messages.tooDeep, [{ path: 'parentId', message: messages.tooDeep }])
  const id = await store.insertComment(tx, member, post, { content, postId, parentId })
  await rememberRequest(tx, member.id, keys, id)
  const recipientId = parent ? parent.userId : post.userId
  if (recipientId !== null)
    await notify(tx, { userId: recipientId, type: 'comment', postId, fromUserId: member.id, commentId: id })
  return id
}
