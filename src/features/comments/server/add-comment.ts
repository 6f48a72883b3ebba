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

type Given = {
  content: string
  postId: number
  parentId?: number | null | undefined
  requestKey?: string | undefined
}

/**
 * Writes a comment with its counts and tells whom it answers: the parent's author, or for a top-level comment
 * the post's. The same request sent again answers the comment it made. Throws 404 where the member may not
 * know of the post, or the parent is not on it or deleted; 400 where the conversation is too deep; 409 for
 * words, if they are more than a few, that the member has posted in public within the last day.
 */
export const addComment = async (sql: Sql, member: Member, given: Given): Promise<Comment> => {
  const comment = { ...given, parentId: given.parentId ?? null }
  const id = await retryOnClash(() => sql.begin((tx) => write(tx, member, comment)))
  const row = await findRow(sql, member, id)
  const [written] = treeOf(row ? [row] : [])
  if (!written) throw notFound(messages.notFound)
  return written
}

const write = async (tx: AnySql, member: Member, given: Given & { parentId: number | null }) => {
  const { content, postId, parentId } = given
  const post = await store.holdPost(tx, member, postId)
  if (!post) throw await cannotTakePart(tx, member, postId, postMessages.notFound)
  // Under the post's lock, so that of two requests at once the second one sees the first.
  const marks = marksOf({ content, postId, parentId, requestKey: given.requestKey })
  const made = await findRequested(tx, member.id, marks)
  if (made !== null) return made
  if (!post.isPrivate) await refuseRepeated(tx, member.id, content)
  const parent = parentId === null ? null : await store.findParent(tx, postId, parentId)
  if (parentId !== null && (!parent || parent.isDeleted)) throw notFound(messages.notFound)
  if (parent && parent.depth >= limits.commentDepth)
    throw badRequest(messages.tooDeep, [{ path: 'parentId', message: messages.tooDeep }])
  const id = await store.insertComment(tx, member, post, { content, postId, parentId })
  await rememberRequest(tx, member.id, marks, id)
  const told = parent ? parent.userId : post.userId
  if (told !== null)
    await notify(tx, { userId: told, type: 'comment', postId, fromUserId: member.id, commentId: id })
  return id
}
