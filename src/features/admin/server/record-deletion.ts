import type { RecordDeletion } from '#server/session/record-deletion.ts'
import { recordAuditEvent } from './audit-query.ts'

/** Records a deletion without a reason, which the admin can add later in the audit log. */
export const createDeletionRecorder =
  (action: 'delete-collection' | 'delete-suggested-edit'): RecordDeletion =>
  (tx, admin, { id, name, userId }) =>
    recordAuditEvent(tx, { ...admin, reason: '' }, { action, target: { id, name }, before: { userId } })
