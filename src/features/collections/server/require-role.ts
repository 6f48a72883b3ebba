import { HttpError } from '#core/http-error.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { requireActiveMember } from '#server/session/guards.ts'
import type { CollectionRole } from '../contract-values.ts'
import * as store from './store.ts'

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

/**
 * Returns the database id of a collection whose items the member can change, as its owner or as an editor who is not
 * muted. Throws the same errors as `requireCollectionRole`, and 403 for a muted editor.
 */
export const requireItemsRole = async (sql: Sql, member: Member, linkId: string): Promise<number> => {
  const { rowId, role } = await requireRole(sql, member, linkId, OWNER_OR_EDITOR)
  if (role === 'editor') requireActiveMember(member)
  return rowId
}

/** Locks a collection in the transaction that changes it. Throws 404 if it has been deleted. */
export const lockCollection = async (tx: AnySql, collectionId: number): Promise<store.LockedCollection> => {
  const collection = await store.lockCollectionRow(tx, collectionId)
  if (!collection) throw new HttpError('collection-not-found')
  return collection
}
