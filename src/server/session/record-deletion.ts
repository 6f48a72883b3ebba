import type { Member } from '#core/viewer.ts'
import type { AnySql } from '../database/connect.ts'

/**
 * Records in the audit log that an admin has deleted something of another member. Injected into the features that delete,
 * because the admin feature comes later.
 */
export type RecordDeletion = (
  tx: AnySql,
  admin: Member,
  deleted: { id: number; name: string; userId: number },
) => Promise<unknown>
