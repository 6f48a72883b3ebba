import type { Member } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'
import { recordAuditEvent } from './audit-query.ts'

type Deleted = { id: number; name: string; userId: number }

/**
 * Records that an admin has deleted something of another member, for features that cannot import this one. The admin can
 * add a reason in the audit log.
 */
export const recordDeletion =
  (action: 'delete-collection' | 'delete-suggested-edit') =>
  (tx: AnySql, admin: Member, { id, name, userId }: Deleted): Promise<unknown> =>
    recordAuditEvent(tx, { ...admin, reason: '' }, { action, target: { id, name }, before: { userId } })
