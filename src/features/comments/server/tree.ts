import type { Comment } from '#features/comments/contract.ts'

export type CommentRow = Omit<
  Comment,
  'createdAt' | 'updatedAt' | 'editedAt' | 'user' | 'replies' | 'moreReplies'
> & {
  createdAt: Date
  updatedAt: Date
  editedAt: Date | null
  username: string | null
  avatar: string | null
  /** Direct replies in the database, at most 100. */
  replyCount: number
}

/**
 * Nests rows under their parents, keeping their order. A row whose parent is not among them is a root of this
 * tree; below `deepest` steps replies are left out and counted in `moreReplies`.
 */
export const treeOf = (rows: readonly CommentRow[], deepest = Number.POSITIVE_INFINITY): Comment[] => {
  const comments = new Map(rows.map((row) => [row.id, present(row)]))
  const depths = new Map<number, number>()
  const roots: Comment[] = []
  for (const comment of parentsFirst(rows, comments)) {
    const parent = comment.parentId === null ? undefined : comments.get(comment.parentId)
    const depth = parent ? (depths.get(parent.id) ?? deepest) + 1 : 0
    depths.set(comment.id, depth)
    if (!parent) roots.push(comment)
    else if (depth <= deepest) {
      parent.replies.push(comment)
      parent.moreReplies = Math.max(0, parent.moreReplies - 1)
    }
  }
  return roots
}

/**
 * Each comment after its parent, else in the given order. Without recursion: a conversation may be very deep.
 */
const parentsFirst = (rows: readonly CommentRow[], comments: Map<number, Comment>): Comment[] => {
  const below = new Map<number | null, Comment[]>()
  for (const comment of comments.values()) {
    const parent = comment.parentId !== null && comments.has(comment.parentId) ? comment.parentId : null
    const siblings = below.get(parent)
    if (siblings) siblings.push(comment)
    else below.set(parent, [comment])
  }
  const ordered = [...(below.get(null) ?? [])]
  for (let at = 0; at < ordered.length && ordered.length <= rows.length; at += 1)
    ordered.push(...(below.get(ordered[at]?.id ?? 0) ?? []))
  return ordered
}

/**
 * A deleted comment keeps its place, never its words or its author. Field by field, as `card-query.ts` says
 * why.
 */
const present = (row: CommentRow): Comment => {
  const { username, avatar } = row
  const userId = row.isDeleted ? null : row.userId
  return {
    id: row.id,
    content: row.isDeleted ? '[deleted]' : row.content,
    userId,
    postId: row.postId,
    parentId: row.parentId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    editedAt: row.isDeleted ? null : (row.editedAt?.toISOString() ?? null),
    score: row.score,
    isDeleted: row.isDeleted,
    user: userId === null || username === null ? null : { id: userId, username, avatar },
    myVote: row.myVote,
    moreReplies: row.replyCount,
    replies: [],
  }
}
