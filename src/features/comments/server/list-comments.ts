import type { Viewer } from '#core/viewer.ts'
import type { Comment } from '#features/comments/contract.ts'
import { type CommentRow, listCommentRows } from '#features/comments/server/store.ts'
import { type Database, readsFor } from '#server/database/connect.ts'

const MOST = 1_000

/** A post's comments as a tree, the best first at every level (section 4). */
export const listComments = async (database: Database, viewer: Viewer, postId: number): Promise<Comment[]> =>
  treeOf(await listCommentRows(readsFor(database, viewer), viewer, postId, MOST))

/** Nests rows under their parents, keeping their order; a reply whose parent is not there is left out. */
export const treeOf = (rows: CommentRow[]): Comment[] => {
  const comments = new Map(rows.map((row) => [row.id, present(row)]))
  const roots: Comment[] = []
  for (const comment of comments.values()) {
    if (comment.parentId === null) roots.push(comment)
    else comments.get(comment.parentId)?.replies.push(comment)
  }
  return roots
}

/** A deleted comment keeps its place, never its words or its author. */
const present = ({ username, avatar, ...row }: CommentRow): Comment => ({
  ...row,
  userId: row.isDeleted ? null : row.userId,
  content: row.isDeleted ? '[deleted]' : row.content,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  user:
    row.isDeleted || row.userId === null || username === null ? null : { id: row.userId, username, avatar },
  replies: [],
})
