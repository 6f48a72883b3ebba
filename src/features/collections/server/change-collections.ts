import { randomBytes } from 'node:crypto'
import { type BulkResult, toBulkResult } from '#core/bulk-shapes.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockPostsFor } from '#features/posts/server/access-query.ts'
import { participationError } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { Visibility } from '../contract-values.ts'
import * as items from './items-query.ts'
import { findCollection } from './read-collections.ts'
import * as store from './store.ts'

/** As unguessable as the link of a private post. */
const newLinkId = (): string => randomBytes(16).toString('base64url')

type Fields = { title: string; description: string; visibility: Visibility }

type NewCollection = Fields & { postId?: number | undefined; ids?: number[] | undefined }

/** Creates a collection and returns its id. Throws 409 if the member has too many, and 404 for an unknown post. */
export const createCollection = async (
  sql: Sql,
  member: Member,
  { postId, ids = postId === undefined ? [] : [postId], ...fields }: NewCollection,
): Promise<string> => {
  const linkId = newLinkId()
  await sql.begin(async (tx) => {
    await requirePosts(tx, member, ids)
    const row = await store.insertCollection(tx, member.id, linkId, fields)
    if (row === null) throw new HttpError('too-many-collections')
    if (ids.length) await items.insertItems(tx, row, ids)
  })
  return linkId
}

/** Throws what `findCollection` throws, and 403 if the collection is somebody else's. */
const findOwn = async (sql: Sql, member: Member, linkId: string): Promise<number> => {
  const { row, user } = await findCollection(sql, member, linkId)
  if (user.id !== member.id) throw new HttpError('not-allowed')
  return row
}

/** Runs a change of the member's own collection while it is locked. Throws like `findOwn`. */
const changeOwn = async (
  sql: Sql,
  member: Member,
  linkId: string,
  change: (tx: AnySql, row: number) => Promise<unknown>,
): Promise<void> => {
  const row = await findOwn(sql, member, linkId)
  await sql.begin(async (tx) => {
    if (!(await store.lockCollection(tx, row))) throw new HttpError('collection-not-found')
    await change(tx, row)
  })
}

export const updateCollection = (
  sql: Sql,
  member: Member,
  linkId: string,
  changes: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<void> => changeOwn(sql, member, linkId, (tx, row) => store.updateCollectionRow(tx, row, changes))

/** Deletes the member's own collection; admins can delete any. Throws 403 and 404. */
export const deleteCollection = async (sql: Sql, member: Member, linkId: string): Promise<void> => {
  const { row, user } = await findCollection(sql, member, linkId)
  if (user.id !== member.id && !member.isAdmin) throw new HttpError('not-allowed')
  await store.deleteCollectionRow(sql, row)
}

/** Adds a post that the member can see. Throws 409 if the collection is full, and 404 for an unknown post. */
export const addPost = async (sql: Sql, member: Member, linkId: string, postId: number): Promise<void> => {
  const row = await findOwn(sql, member, linkId)
  await sql.begin(async (tx) => {
    // Posts are locked before collections, because deleting a post deletes its items.
    await requirePosts(tx, member, [postId])
    if (!(await store.lockCollection(tx, row))) throw new HttpError('collection-not-found')
    if (!(await items.insertItems(tx, row, [postId])).has(postId)) throw new HttpError('collection-full')
    await store.touchCollection(tx, row)
  })
}

/** Adds those posts that the member can see, in this order, until the collection is full. Throws like `findOwn`. */
export const addPosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  const row = await findOwn(sql, member, linkId)
  return sql.begin(async (tx) => {
    const posts = await lockPostsFor(tx, member, ids)
    const seen = new Set(posts.map(({ id }) => id))
    if (!(await store.lockCollection(tx, row))) throw new HttpError('collection-not-found')
    const contained = await items.insertItems(
      tx,
      row,
      ids.filter((id) => seen.has(id)),
    )
    await store.touchCollection(tx, row)
    return toBulkResult(ids, contained, (id) => (seen.has(id) ? 'collection-full' : 'post-not-found'))
  })
}

const requirePosts = async (tx: AnySql, member: Member, ids: readonly number[]): Promise<void> => {
  const posts = ids.length ? await lockPostsFor(tx, member, ids) : []
  const missing = ids.find((id) => posts.every((post) => post.id !== id))
  if (missing !== undefined) throw await participationError(tx, member, missing, 'post-not-found')
}

/** Removes posts. Those that the collection does not contain count as done. Throws like `findOwn`. */
export const removePosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  await changeOwn(sql, member, linkId, async (tx, row) => {
    if (await items.deleteItems(tx, row, ids)) await store.touchCollection(tx, row)
  })
  return { done: ids, failed: [] }
}

/** Changes the note or the place of an item. Throws 404 if one of the posts is not in the collection. */
export const updateItem = (
  sql: Sql,
  member: Member,
  linkId: string,
  { postId, note, placeOf }: { postId: number; note?: string | undefined; placeOf?: number | undefined },
): Promise<void> =>
  changeOwn(sql, member, linkId, async (tx, row) => {
    const isThere =
      (note === undefined || (await items.updateNote(tx, row, postId, note))) &&
      (placeOf === undefined || (await items.moveItem(tx, row, postId, placeOf)))
    if (!isThere) throw new HttpError('not-in-collection')
    await store.touchCollection(tx, row)
  })
