import { HttpError } from '#core/http-error.ts'
import type { Viewer } from '#core/viewer.ts'
import { canReadPost, selectPostIdByPrivateId } from '#features/posts/server/access-query.ts'
import { type Database, getReadSql } from '#server/database/connect.ts'
import type { CommentPage, CommentSort } from '../contract.ts'
import { buildCommentTree, type CommentRow } from './comment-tree.ts'
import * as branches from './thread-query.ts'
import { decodeCommentCursor, encodeCommentCursor } from './thread-query.ts'

/**
 * A post's page shows all of its comments if there are at most this many, not counting '[deleted]' comments.
 */
const MAX_WHOLE = 100
/** A post's page shows all of its comments if there are at most this many, including '[deleted]' comments. */
const MAX_WHOLE_ROWS = 300

/** The budget for one page, which keeps the cost of even the largest post within bounds. */
const PAGE_BUDGET: branches.ThreadBudget = { maxRoots: 31, maxComments: 100, maxCost: 32, maxDepth: 8 }
/** The budget for the thread below one comment, on its permalink page or when loading more replies. */
const REPLIES_BUDGET: branches.ThreadBudget = { ...PAGE_BUDGET, maxRoots: 21 }
/** The maximum number of ancestors that a comment's permalink page shows. */
const MAX_ANCESTORS = 4

/**
 * Lists the comments on a post's page as a tree, best first at every level (docs/spec/flows.md#commenting). If the post
 * has few comments, lists all of them; otherwise, lists only those within `PAGE_BUDGET`.
 */
export const listInitialComments = async (
  database: Database,
  viewer: Viewer,
  post: { id: number; commentCount: number },
): Promise<CommentPage> => {
  const sql = getReadSql(database, viewer)
  if (post.commentCount <= MAX_WHOLE) {
    const rows = await branches.selectBestComments(sql, viewer, post.id, MAX_WHOLE_ROWS + 1)
    if (rows.length <= MAX_WHOLE_ROWS)
      return { comments: buildCommentTree(rows, PAGE_BUDGET.maxDepth), after: null }
  }
  return listLevel(database, viewer, { postId: post.id, parentId: null, sort: 'top', after: null })
}

/** Lists one level of comments with their best replies. `after` is the next page's cursor, or null on the last page. */
const listLevel = async (
  database: Database,
  viewer: Viewer,
  level: branches.ThreadLevel,
): Promise<CommentPage> => {
  const budget = level.parentId === null ? PAGE_BUDGET : REPLIES_BUDGET
  const rows = await branches.selectThreadPage(getReadSql(database, viewer), viewer, level, budget)
  const first = rows.filter(({ parentId }) => parentId === level.parentId).toSorted(byOrder(level.sort))
  // The budget allows one more root than is shown, because the extra root reveals whether there is a next
  // page.
  const last = first.length === budget.maxRoots ? first.at(-2) : undefined
  const extra = last && first.at(-1)
  const shown = rows.filter(({ id }) => id !== extra?.id)
  return {
    comments: buildCommentTree(shown.toSorted(byOrder(level.sort))).filter(
      ({ parentId }) => parentId === level.parentId,
    ),
    after: last ? encodeCommentCursor(last) : null,
  }
}

type CommentQuery = {
  sort: CommentSort
  after?: string | undefined
  parentId?: number | undefined
  at?: number | undefined
}

/**
 * Lists more of a post's comments. Throws 404 if the viewer cannot see the post or the comment is not on it.
 */
export const listMoreComments = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { privateId, ...query }: CommentQuery & { privateId?: string | undefined },
): Promise<CommentPage> => {
  if (!(await canReadPost(getReadSql(database, viewer), viewer, postId, privateId)))
    throw new HttpError('post-not-found')
  return listPage(database, viewer, postId, query)
}

/**
 * Lists more comments on the post with this private link. Reads the link from the primary database, so that a revoked
 * link stops working immediately.
 */
export const listPrivateComments = async (
  database: Database,
  viewer: Viewer,
  privateId: string,
  query: CommentQuery,
): Promise<CommentPage> => {
  const postId = await selectPostIdByPrivateId(database.sql, viewer, privateId)
  if (postId === null) throw new HttpError('private-post-not-found')
  return listPage(database, viewer, postId, query)
}

const listPage = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { sort, after, parentId, at }: CommentQuery,
): Promise<CommentPage> => {
  if (at === undefined) {
    const cursor = after === undefined ? null : decodeCommentCursor(after)
    return listLevel(database, viewer, { postId, parentId: parentId ?? null, sort, after: cursor })
  }
  const conversation = { postId, id: at, ancestors: MAX_ANCESTORS, sort }
  const rows = await branches.selectConversation(
    getReadSql(database, viewer),
    viewer,
    conversation,
    REPLIES_BUDGET,
  )
  if (!rows.some(({ id }) => id === at)) throw new HttpError('comment-not-found')
  return { comments: buildCommentTree(rows.toSorted(byOrder(sort))), after: null }
}

const byOrder =
  (sort: CommentSort) =>
  (a: CommentRow, b: CommentRow): number =>
    (sort === 'top' ? b.score - a.score : 0) || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
