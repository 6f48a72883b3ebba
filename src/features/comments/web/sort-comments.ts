import type { Comment } from '#features/comments/contract.ts'

export type CommentSort = 'top' | 'new'

/** By score, then the newer; or the newest first: at every level (section 4). Ties break by id. */
export const sortComments = (comments: readonly Comment[], sort: CommentSort): Comment[] =>
  comments
    .toSorted((a, b) => (sort === 'top' ? b.score - a.score : 0) || newer(a, b))
    .map((comment) =>
      comment.replies.length ? { ...comment, replies: sortComments(comment.replies, sort) } : comment,
    )

/** The comment itself and all below it. */
export const countThread = ({ replies }: Comment): number =>
  replies.reduce((sum, reply) => sum + countThread(reply), 1)

const newer = (a: Comment, b: Comment): number => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
