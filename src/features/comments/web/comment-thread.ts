import type { ReactNode } from 'react'
import type { Comment, CommentSort } from '../contract.ts'
import type { CommentedPost } from './queries.ts'

/** The context that all comments on one page share. */
export type CommentThread = {
  post: CommentedPost
  /** The post's author, whose comments are marked. */
  authorId: number
  /** The topic of the post, whose moderators look after the comments. */
  topicId: number | undefined
  /** The version of the post that the page shows. */
  postVersion: number
  sort: CommentSort
  initialScores: InitialScores
  /** The comments that the member has just posted here. */
  ownComments: readonly Comment[]
  /** Returns a comment's permalink. */
  hrefOf(commentId: number): string
  /** Renders a comment's score with its vote buttons. */
  renderVotes(comment: Comment): ReactNode
  /** The comment in the URL, which is scrolled to and highlighted. */
  target: number | undefined
}

/** The maximum indentation level on phones, where deeper indentation would leave no room for the text. */
export const MAX_INDENT_ON_PHONES = 6

/** The maximum depth of replies on a page. Deeper replies are shown on their parent's permalink page. */
export const MAX_INLINE_DEPTH = 8

/**
 * Each comment's score when it was first sorted, so that votes do not reorder comments while someone is
 * reading them.
 */
export type InitialScores = Map<number, number>

/**
 * Sorts one level by score and then newest first, or just newest first (docs/spec/flows.md#commenting). Ties
 * break by id.
 */
export const sortComments = (
  comments: readonly Comment[],
  sort: CommentSort,
  first: InitialScores = new Map(),
): Comment[] => {
  const scoreOf = ({ id, score }: Comment): number => {
    const initialScore = first.get(id)
    if (initialScore === undefined) first.set(id, score)
    return initialScore ?? score
  }
  return comments.toSorted((a, b) => (sort === 'top' ? scoreOf(b) - scoreOf(a) : 0) || byNewest(a, b))
}

/** Merges lists and keeps the first copy of each comment. Leaves out deleted comments without replies. */
export const mergeComments = (...lists: readonly (readonly Comment[])[]): Comment[] => {
  const merged = new Map<number, Comment>()
  for (const comment of lists.flat()) if (!merged.has(comment.id)) merged.set(comment.id, comment)
  return [...merged.values()].filter((comment) => !isEmpty(comment))
}

/** Counts the comment and its loaded replies at all levels. */
export const countThreadComments = ({ replies }: Comment): number =>
  replies.reduce((sum, reply) => sum + countThreadComments(reply), 1)

const isEmpty = ({ isDeleted, moreReplies, replies }: Comment): boolean =>
  isDeleted && moreReplies === 0 && replies.every(isEmpty)

const byNewest = (a: Comment, b: Comment): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
