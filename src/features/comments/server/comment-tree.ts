import type { Comment } from '../contract.ts'
import { commentMessages } from '../contract-values.ts'

export type CommentRow = Omit<Comment, 'user' | 'replies' | 'moreReplies'> & {
  username: string | null
  avatar: string | null
  /** The number of direct replies in the database, at most 100. */
  replyCount: number
  /** Who blocks whom, if the viewer and the author are blocked from each other. It is missing for viewers without blocks. */
  block?: 'by-viewer' | 'by-author' | null
}

/**
 * Nests rows under their parents, keeping their order. A row whose parent is missing becomes a root. Replies
 * deeper than `maxDepth` are left out and counted in `moreReplies`.
 */
export const buildCommentTree = (
  rows: readonly CommentRow[],
  maxDepth = Number.POSITIVE_INFINITY,
): Comment[] => {
  const comments = new Map(rows.map((row) => [row.id, toComment(row)]))
  const depths = new Map<number, number>()
  const roots: Comment[] = []
  for (const comment of parentsFirst(rows, comments)) {
    const parent = comment.parentId === null ? undefined : comments.get(comment.parentId)
    const depth = parent ? (depths.get(parent.id) ?? maxDepth) + 1 : 0
    depths.set(comment.id, depth)
    if (!parent) roots.push(comment)
    else if (depth <= maxDepth) {
      parent.replies.push(comment)
      parent.moreReplies = Math.max(0, parent.moreReplies - 1)
    }
  }
  return roots
}

/**
 * Puts each comment after its parent and otherwise keeps the original order. Works iteratively, because threads can
 * be very deep.
 */
const parentsFirst = (rows: readonly CommentRow[], comments: Map<number, Comment>): Comment[] => {
  const repliesOf = new Map<number | null, Comment[]>()
  for (const comment of comments.values()) {
    const parent = comment.parentId !== null && comments.has(comment.parentId) ? comment.parentId : null
    const siblings = repliesOf.get(parent)
    if (siblings) siblings.push(comment)
    else repliesOf.set(parent, [comment])
  }
  const ordered = [...(repliesOf.get(null) ?? [])]
  for (let index = 0; index < ordered.length && ordered.length <= rows.length; index += 1)
    ordered.push(...(repliesOf.get(ordered[index]?.id ?? 0) ?? []))
  return ordered
}

/**
 * Converts a row. A deleted comment stays in the tree, but without its text and author, and so does a comment that a block
 * hides: the viewer who blocks its author reads why, and to the one who is blocked it looks deleted. `card-query.ts`
 * explains why the fields are copied one by one.
 */
const toComment = (row: CommentRow): Comment => {
  const { username, avatar, block = null } = row
  const isDeleted = row.isDeleted || block !== null
  const userId = isDeleted ? null : row.userId
  return {
    id: row.id,
    content: isDeleted ? hiddenText(row) : row.content,
    mentions: isDeleted ? [] : row.mentions,
    userId,
    postId: row.postId,
    postVersion: row.postVersion,
    parentId: row.parentId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    editedAt: isDeleted ? null : row.editedAt,
    score: row.score,
    isDeleted,
    user: userId === null || username === null ? null : { id: userId, username, avatar },
    myVote: row.myVote,
    moreReplies: row.replyCount,
    replies: [],
  }
}

const hiddenText = ({ isDeleted, block }: CommentRow): string =>
  !isDeleted && block === 'by-viewer' ? commentMessages.blocked : '[deleted]'
