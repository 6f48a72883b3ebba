import type { Comment, CommentSort } from '#features/comments/contract.ts'
import type { Discussed } from '#features/comments/web/queries.ts'
import type { FirstScores } from '#features/comments/web/sort-comments.ts'

/** The context that all comments on one page share. */
export type Thread = {
  post: Discussed
  sort: CommentSort
  first: FirstScores
  /** The comments that the member has just posted here. */
  own: readonly Comment[]
  /** The permalink of a comment. */
  hrefOf(commentId: number): string
  /** The comment in the URL, which is scrolled to and highlighted. */
  target: number | undefined
}

/** Deeper replies are on the permalink page of their parent. */
export const DEEPEST_HERE = 8
