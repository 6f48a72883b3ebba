import type { Member } from '#core/viewer.ts'
import type { AnySql } from '../database/connect.ts'

/**
 * Records in the audit log that an admin has deleted another member's content. Injected into the features that delete
 * content, because they must not depend on the admin feature.
 */
export type RecordDeletion = (
  tx: AnySql,
  admin: Member,
  deleted: { id: number; name: string; userId: number },
) => Promise<unknown>
