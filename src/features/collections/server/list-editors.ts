import type { Member } from '#core/viewer.ts'
import type { Sql } from '#server/database/connect.ts'
import type { CollectionEditor } from '../contract-sharing.ts'
import { selectEditors } from './editors-query.ts'
import { OWNER_OR_EDITOR, requireCollectionRole } from './require-role.ts'

/**
 * Lists a collection's editors and invited members. Throws 404 if the member cannot read the collection, and 403 if
 * they neither own nor edit it.
 */
export const listEditors = async (sql: Sql, member: Member, linkId: string): Promise<CollectionEditor[]> =>
  selectEditors(sql, await requireCollectionRole(sql, member, linkId, OWNER_OR_EDITOR))
