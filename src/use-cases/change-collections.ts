import { randomBytes } from 'node:crypto'
import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { CollectionVisibility } from '#features/collections/contract-values.ts'
import * as items from '#features/collections/server/items-query.ts'
import {
  lockCollection,
  OWNER_ONLY,
  requireCollectionRole,
  requireItemsRole,
} from '#features/collections/server/require-role.ts'
import * as store from '#features/collections/server/store.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { lockPostsForMember } from '#features/posts/server/access-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { requireRevision } from '#server/http/if-match.ts'

/** Returns an id that is as hard to guess as a private post's link. */
const newLinkId = (): string => randomBytes(16).toString('base64url')

type Fields = { title: string; description: string; visibility: CollectionVisibility }

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
    // Locks the member, so that two concurrent requests cannot exceed the maximum number of collections.
    await lockUserRow(tx, member.id)
    const collectionId = await store.insertCollection(tx, member.id, linkId, fields)
    if (collectionId === null) throw new HttpError('too-many-collections')
    if (ids.length) await items.insertItems(tx, collectionId, ids)
  })
  return linkId
}

/**
 * Changes the member's own collection. Throws the same errors as `requireCollectionRole`, and 412 if the collection was
 * not last changed at the time `ifMatch`.
 */
export const updateCollection = async (
  sql: Sql,
  member: Member,
  linkId: string,
  {
    ifMatch = null,
    ...changes
  }: { [K in keyof Fields]?: Fields[K] | undefined } & { ifMatch?: string | null },
): Promise<void> => {
  const collectionId = await requireCollectionRole(sql, member, linkId, OWNER_ONLY)
  await sql.begin(async (tx) => {
    const { updatedAt, isRestricted } = await lockCollection(tx, collectionId)
    requireRevision(ifMatch, updatedAt)
    if (changes.visibility !== undefined && isRestricted) throw new HttpError('collection-restricted')
    await store.updateCollectionRow(tx, collectionId, changes)
  })
}

/** Deletes the member's own collection. Throws the same errors as `requireCollectionRole`. */
export const deleteCollection = async (sql: Sql, member: Member, linkId: string): Promise<void> => {
  await store.deleteCollectionRow(sql, await requireCollectionRole(sql, member, linkId, OWNER_ONLY))
}

/** Adds a post that the member can see. Throws 409 if the collection is full, and 404 for an unknown post. */
export const addCollectionPost = async (
  sql: Sql,
  member: Member,
  linkId: string,
  postId: number,
): Promise<void> => {
  const collectionId = await requireItemsRole(sql, member, linkId)
  await sql.begin(async (tx) => {
    // Posts are locked before collections, because deleting a post deletes its items.
    await requirePosts(tx, member, [postId])
    await lockCollection(tx, collectionId)
    if (!(await items.insertItems(tx, collectionId, [postId])).has(postId))
      throw new HttpError('collection-full')
    await store.touchCollection(tx, collectionId)
  })
}

/**
 * Adds the given posts that the member can see, in the given order, until the collection is full. Throws the
 * same errors as `requireItemsRole`.
 */
export const addCollectionPosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  const collectionId = await requireItemsRole(sql, member, linkId)
  return sql.begin(async (tx) => {
    const posts = await lockPostsForMember(tx, member, ids)
    const seen = new Set(posts.map(({ id }) => id))
    await lockCollection(tx, collectionId)
    const contained = await items.insertItems(
      tx,
      collectionId,
      ids.filter((id) => seen.has(id)),
    )
    await store.touchCollection(tx, collectionId)
    return toBulkResult(ids, contained, (id) => (seen.has(id) ? 'collection-full' : 'post-not-found'))
  })
}

const requirePosts = async (tx: AnySql, member: Member, ids: readonly number[]): Promise<void> => {
  const posts = ids.length ? await lockPostsForMember(tx, member, ids) : []
  const missing = ids.find((id) => posts.every((post) => post.id !== id))
  if (missing !== undefined) throw await findParticipationError(tx, member, missing, 'post-not-found')
}

/**
 * Removes posts. Posts that the collection does not contain count as removed. Throws the same errors as
 * `requireItemsRole`.
 */
export const removeCollectionPosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  const collectionId = await requireItemsRole(sql, member, linkId)
  await sql.begin(async (tx) => {
    await lockCollection(tx, collectionId)
    if (await items.deleteItems(tx, member, collectionId, ids)) await store.touchCollection(tx, collectionId)
  })
  return { done: ids, failed: [] }
}

/** Changes the note or the position of an item. Throws 404 if one of the posts is not in the collection. */
export const updateCollectionItem = async (
  sql: Sql,
  member: Member,
  linkId: string,
  { postId, note, placeOf }: { postId: number; note?: string | undefined; placeOf?: number | undefined },
): Promise<void> => {
  const collectionId = await requireItemsRole(sql, member, linkId)
  await sql.begin(async (tx) => {
    await lockCollection(tx, collectionId)
    const isThere =
      (note === undefined || (await items.updateItemNote(tx, member, collectionId, { postId, note }))) &&
      (placeOf === undefined || (await items.moveItem(tx, member, collectionId, { postId, placeOf })))
    if (!isThere) throw new HttpError('not-in-collection')
    await store.touchCollection(tx, collectionId)
  })
}
