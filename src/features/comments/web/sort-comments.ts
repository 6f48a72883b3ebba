import type { Comment, CommentSort } from '#features/comments/contract.ts'

/**
 * The score by which a comment was sorted when it was first seen, so that a vote moves nothing under the
 * reader.
 */
export type FirstScores = Map<number, number>

/** One level: by score, then the newer; or the newest first (section 4). Ties break by id. */
export const sortComments = (
  comments: readonly Comment[],
  sort: CommentSort,
  first: FirstScores = new Map(),
): Comment[] => {
  const scoreOf = ({ id, score }: Comment): number => {
    const known = first.get(id)
    if (known === undefined) first.set(id, score)
    return known ?? score
  }
  return comments.toSorted((a, b) => (sort === 'top' ? scoreOf(b) - scoreOf(a) : 0) || newer(a, b))
}

/** Each comment once, the first of its copies; a deleted one below which there is nothing is left out. */
export const mergeComments = (...lists: readonly (readonly Comment[])[]): Comment[] => {
  const merged = new Map<number, Comment>()
  for (const comment of lists.flat()) if (!merged.has(comment.id)) merged.set(comment.id, comment)
  return [...merged.values()].filter((comment) => !isEmpty(comment))
}

/** The comment itself and all below it that is loaded. */
export const countThread = ({ replies }: Comment): number =>
  replies.reduce((sum, reply) => sum + countThread(reply), 1)

const isEmpty = ({ isDeleted, moreReplies, replies }: Comment): boolean =>
  isDeleted && moreReplies === 0 && replies.every(isEmpty)

const newer = (a: Comment, b: Comment): number => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
