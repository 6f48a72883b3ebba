import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import { type CommentSort, type Comments, messages } from '#features/comments/contract.ts'
import * as branches from '#features/comments/server/branches-query.ts'
import { readPlace, writePlace } from '#features/comments/server/place.ts'
import * as store from '#features/comments/server/store.ts'
import { type CommentRow, treeOf } from '#features/comments/server/tree.ts'
import { type Database, readsFor } from '#server/database/connect.ts'

/** A post with at most this many comments shows all of them. */
const MAX_WHOLE = 100
/** The same limit including '[deleted]' comments. */
const MAX_WHOLE_ROWS = 300

/** The budget of a page. It determines the cost of the largest post. */
const PAGE_BUDGET: branches.Reach = { roots: 31, maxComments: 100, maxCost: 32, maxDepth: 8 }
/** The budget below one comment, for its permalink or its loaded replies. */
const REPLIES_BUDGET: branches.Reach = { ...PAGE_BUDGET, roots: 21 }
/** How many ancestors the permalink of a comment shows. */
const MAX_ANCESTORS = 4

/**
 * The comments on a post's page as a tree, best first at every level (docs/spec/flows.md#commenting): all of
 * them for a small post, else those within the budget.
 */
export const listComments = async (
  database: Database,
  viewer: Viewer,
  post: { id: number; commentCount: number },
): Promise<Comments> => {
  const sql = readsFor(database, viewer)
  if (post.commentCount <= MAX_WHOLE) {
    const rows = await branches.listAllRows(sql, viewer, post.id, MAX_WHOLE_ROWS + 1)
    if (rows.length <= MAX_WHOLE_ROWS) return { comments: treeOf(rows, PAGE_BUDGET.maxDepth), after: null }
  }
  return listLevel(database, viewer, { postId: post.id, parentId: null, sort: 'top', after: null })
}

/** The comments of one level with their best replies, and the cursor of the next page. */
const listLevel = async (database: Database, viewer: Viewer, level: branches.Level): Promise<Comments> => {
  const budget = level.parentId === null ? PAGE_BUDGET : REPLIES_BUDGET
  const rows = await branches.listBranchRows(readsFor(database, viewer), viewer, level, budget)
  const first = rows.filter(({ parentId }) => parentId === level.parentId).toSorted(byOrder(level.sort))
  // The budget has one root more than is shown, to find out whether there is a next page.
  const last = first.length === budget.roots ? first.at(-2) : undefined
  const extra = last && first.at(-1)
  const shown = rows.filter(({ id }) => id !== extra?.id)
  return {
    comments: treeOf(shown.toSorted(byOrder(level.sort))).filter(
      ({ parentId }) => parentId === level.parentId,
    ),
    after: last ? writePlace(last) : null,
  }
}

type CommentQuery = {
  sort: CommentSort
  after?: string | undefined
  parentId?: number | undefined
  at?: number | undefined
}

/** More comments of a post. Throws 404 if the viewer cannot see the post or the comment is not on it. */
export const listMoreComments = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { privateId, ...query }: CommentQuery & { privateId?: string | undefined },
): Promise<Comments> => {
  if (!(await store.isReadable(readsFor(database, viewer), viewer, postId, privateId)))
    throw notFound('Post not found')
  return listPage(database, viewer, postId, query)
}

/**
 * The same by private link. Reads the link from the primary database, so that a revoked link stops working at
 * once.
 */
export const listPrivateComments = async (
  database: Database,
  viewer: Viewer,
  privateId: string,
  query: CommentQuery,
): Promise<Comments> => {
  const postId = await store.findIdByLink(database.sql, privateId)
  if (postId === null) throw notFound('Private Post Not Found')
  return listPage(database, viewer, postId, query)
}

const listPage = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { sort, after, parentId, at }: CommentQuery,
): Promise<Comments> => {
  if (at === undefined) {
    const cursor = after === undefined ? null : readPlace(after)
    return listLevel(database, viewer, { postId, parentId: parentId ?? null, sort, after: cursor })
  }
  const conversation = { postId, id: at, ancestors: MAX_ANCESTORS, sort }
  const rows = await branches.listRowsAround(readsFor(database, viewer), viewer, conversation, REPLIES_BUDGET)
  if (!rows.some(({ id }) => id === at)) throw notFound(messages.notFound)
  return { comments: treeOf(rows.toSorted(byOrder(sort))), after: null }
}

const byOrder =
  (sort: CommentSort) =>
  (a: CommentRow, b: CommentRow): number =>
    (sort === 'top' ? b.score - a.score : 0) || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
