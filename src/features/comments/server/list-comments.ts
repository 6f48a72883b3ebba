import { notFound } from '#core/failure.ts'
import type { Viewer } from '#core/viewer.ts'
import { type CommentSort, type Comments, messages } from '#features/comments/contract.ts'
import * as branches from '#features/comments/server/branches-query.ts'
import { readPlace, writePlace } from '#features/comments/server/place.ts'
import * as store from '#features/comments/server/store.ts'
import { type CommentRow, treeOf } from '#features/comments/server/tree.ts'
import { type Database, readsFor } from '#server/database/connect.ts'

/** Up to so many comments a post shows all of them. */
const SMALL = 100
/** With what deleted comments have left in their place. */
const SMALL_ROWS = 300

/** A page of branches: its figures decide how much the largest post costs. */
const REACH: branches.Reach = { roots: 31, most: 100, budget: 32, deepest: 8 }
/** Below one comment, on its own link or opened where it stands. */
const BELOW: branches.Reach = { ...REACH, roots: 21 }
/** Shown above a comment on its own link. */
const ANCESTORS = 4

/**
 * What a post's own page shows: every comment of a small one, else the best branches, as a tree with the best
 * first at every level (section 4).
 */
export const listComments = async (
  database: Database,
  viewer: Viewer,
  post: { id: number; commentCount: number },
): Promise<Comments> => {
  const sql = readsFor(database, viewer)
  if (post.commentCount <= SMALL) {
    const rows = await branches.listAllRows(sql, viewer, post.id, SMALL_ROWS + 1)
    if (rows.length <= SMALL_ROWS) return { comments: treeOf(rows, REACH.deepest), after: null }
  }
  return listBranches(database, viewer, { postId: post.id, parentId: null, sort: 'top', after: null })
}

/** Comments of one level with their best replies, and where the next ones begin. */
const listBranches = async (database: Database, viewer: Viewer, level: branches.Level): Promise<Comments> => {
  const reach = level.parentId === null ? REACH : BELOW
  const rows = await branches.listBranchRows(readsFor(database, viewer), viewer, level, reach)
  const first = rows.filter(({ parentId }) => parentId === level.parentId).toSorted(byOrder(level.sort))
  // One more than is shown was asked for, to know whether there are more.
  const last = first.length === reach.roots ? first.at(-2) : undefined
  const extra = last && first.at(-1)
  const shown = rows.filter(({ id }) => id !== extra?.id)
  return {
    comments: treeOf(shown.toSorted(byOrder(level.sort))).filter(
      ({ parentId }) => parentId === level.parentId,
    ),
    after: last ? writePlace(last) : null,
  }
}

type Asked = {
  sort: CommentSort
  after?: string | undefined
  parentId?: number | undefined
  at?: number | undefined
}

/**
 * Further comments of a post. Throws 404 where the viewer may not know of it, or the comment is not on it.
 */
export const listMoreComments = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { privateId, ...asked }: Asked & { privateId?: string | undefined },
): Promise<Comments> => {
  if (!(await store.isReadable(readsFor(database, viewer), viewer, postId, privateId)))
    throw notFound('Post not found')
  return listPart(database, viewer, postId, asked)
}

/**
 * The same by the private link. It is looked up in the primary database: a link that has ended opens nothing.
 */
export const listPrivateComments = async (
  database: Database,
  viewer: Viewer,
  privateId: string,
  asked: Asked,
): Promise<Comments> => {
  const postId = await store.findIdByLink(database.sql, privateId)
  if (postId === null) throw notFound('Private Post Not Found')
  return listPart(database, viewer, postId, asked)
}

const listPart = async (
  database: Database,
  viewer: Viewer,
  postId: number,
  { sort, after, parentId, at }: Asked,
): Promise<Comments> => {
  if (at === undefined) {
    const place = after === undefined ? null : readPlace(after)
    return listBranches(database, viewer, { postId, parentId: parentId ?? null, sort, after: place })
  }
  const around = { postId, id: at, ancestors: ANCESTORS, sort }
  const rows = await branches.listRowsAround(readsFor(database, viewer), viewer, around, BELOW)
  if (!rows.some(({ id }) => id === at)) throw notFound(messages.notFound)
  return { comments: treeOf(rows.toSorted(byOrder(sort))), after: null }
}

const byOrder =
  (sort: CommentSort) =>
  (a: CommentRow, b: CommentRow): number =>
    (sort === 'top' ? b.score - a.score : 0) || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id
