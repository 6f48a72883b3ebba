import { randomBytes } from 'node:crypto'
import { type BulkResult, toBulkResult } from '#core/bulk-schemas.ts'
import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import { lockUserRow } from '#features/members/server/members-query.ts'
import { lockPostsForMember } from '#features/posts/server/access-query.ts'
import { findParticipationError } from '#features/posts/server/visibility-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import type { RecordDeletion } from '#server/session/record-deletion.ts'
import type { CollectionRole, CollectionVisibility } from '../contract-values.ts'
import * as items from './items-query.ts'
import * as store from './store.ts'

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

export const OWNER_ONLY: readonly CollectionRole[] = ['owner']
export const OWNER_OR_EDITOR: readonly CollectionRole[] = ['owner', 'editor']

/**
 * Returns the database id of a collection in which the member has one of the allowed roles. Throws 404 if they cannot
 * read the collection, and 403 if they have none of these roles.
 */
export const requireCollectionRole = async (
  sql: Sql,
  member: Member,
  linkId: string,
  allowed: readonly CollectionRole[],
): Promise<number> => (await requireRole(sql, member, linkId, allowed)).rowId

const requireRole = async (sql: Sql, member: Member, linkId: string, allowed: readonly CollectionRole[]) => {
  const found = await store.selectRole(sql, member, linkId)
  if (!found) throw new HttpError('collection-not-found')
  if (!found.role || !allowed.includes(found.role)) throw new HttpError('not-allowed')
  return found
}

type Change = (tx: AnySql, collectionId: number) => Promise<unknown>

/** Locks a collection and changes it. Throws the same errors as `requireCollectionRole`. */
export const updateLockedCollection = async (
  sql: Sql,
  member: Member,
  linkId: string,
  allowed: readonly CollectionRole[],
  change: Change,
): Promise<void> => lockFor(sql, await requireCollectionRole(sql, member, linkId, allowed), change)

const lockFor = (sql: Sql, collectionId: number, change: Change): Promise<void> =>
  sql.begin(async (tx) => {
    if (!(await store.lockCollectionRow(tx, collectionId))) throw new HttpError('collection-not-found')
    await change(tx, collectionId)
  })

/**
 * Returns the database id of a collection whose items the member can change, as its owner or as an editor who is not
 * muted. Throws the same errors as `requireCollectionRole`, and 403 for a muted editor.
 */
const requireItems = async (sql: Sql, member: Member, linkId: string): Promise<number> => {
  const { rowId, role } = await requireRole(sql, member, linkId, OWNER_OR_EDITOR)
  if (role === 'editor') requireActiveMember(member)
  return rowId
}

export const updateCollection = (
  sql: Sql,
  member: Member,
  linkId: string,
  changes: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<void> =>
  updateLockedCollection(sql, member, linkId, OWNER_ONLY, (tx, collectionId) =>
    store.updateCollectionRow(tx, collectionId, changes),
  )

/**
 * Deletes the member's own collection. Admins can delete any collection; deleting someone else's is recorded in the
 * audit log. Throws 404 if the member cannot read the collection, and 403 if they cannot delete it.
 */
export const deleteCollection = async (
  sql: Sql,
  member: Member,
  linkId: string,
  recordDeletion: RecordDeletion,
): Promise<void> => {
  const found = await store.selectRole(sql, member, linkId)
  if (!found) throw new HttpError('collection-not-found')
  if (found.role !== 'owner' && !member.isAdmin) throw new HttpError('not-allowed')
  const { rowId, title, userId } = found
  await sql.begin(async (tx) => {
    const { count } = await store.deleteCollectionRow(tx, rowId)
    if (count > 0 && userId !== member.id)
      await recordDeletion(tx, member, { id: rowId, name: title, userId })
  })
}

/** Adds a post that the member can see. Throws 409 if the collection is full, and 404 for an unknown post. */
export const addCollectionPost = async (
  sql: Sql,
  member: Member,
  linkId: string,
  postId: number,
): Promise<void> => {
  const collectionId = await requireItems(sql, member, linkId)
  await sql.begin(async (tx) => {
    // Posts are locked before collections, because deleting a post deletes its items.
    await requirePosts(tx, member, [postId])
    if (!(await store.lockCollectionRow(tx, collectionId))) throw new HttpError('collection-not-found')
    if (!(await items.insertItems(tx, collectionId, [postId])).has(postId))
      throw new HttpError('collection-full')
    await store.touchCollection(tx, collectionId)
  })
}

/**
 * Adds the given posts that the member can see, in the given order, until the collection is full. Throws the
 * same errors as `requireItems`.
 */
export const addCollectionPosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  const collectionId = await requireItems(sql, member, linkId)
  return sql.begin(async (tx) => {
    const posts = await lockPostsForMember(tx, member, ids)
    const seen = new Set(posts.map(({ id }) => id))
    if (!(await store.lockCollectionRow(tx, collectionId))) throw new HttpError('collection-not-found')
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
 * `requireItems`.
 */
export const removeCollectionPosts = async (
  sql: Sql,
  member: Member,
  linkId: string,
  ids: number[],
): Promise<BulkResult> => {
  await lockFor(sql, await requireItems(sql, member, linkId), async (tx, collectionId) => {
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
): Promise<void> =>
  lockFor(sql, await requireItems(sql, member, linkId), async (tx, collectionId) => {
    const isThere =
      (note === undefined || (await items.updateItemNote(tx, member, collectionId, { postId, note }))) &&
      (placeOf === undefined || (await items.moveItem(tx, member, collectionId, { postId, placeOf })))
    if (!isThere) throw new HttpError('not-in-collection')
    await store.touchCollection(tx, collectionId)
  })
