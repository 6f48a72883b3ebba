import type { Comment, CommentSort } from '#features/comments/contract.ts'
import type { Discussed } from '#features/comments/web/queries.ts'
import type { FirstScores } from '#features/comments/web/sort-comments.ts'

/** What every comment of one post's page needs to know of it. */
export type Thread = {
  post: Discussed
  sort: CommentSort
  first: FirstScores
  /** What the member has just said here. */
  own: readonly Comment[]
  /** A comment's own address. */
  hrefOf(commentId: number): string
  /** The comment that the address names: shown and marked. */
  target: number | undefined
}

/** So deep on the page that going on has a page of its own. */
export const DEEPEST_HERE = 8
