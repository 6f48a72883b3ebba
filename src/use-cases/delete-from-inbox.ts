import { HttpError } from '#core/http-error.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { type Actor, type AuditedFields, recordAuditEvent } from '#features/admin/server/audit-query.ts'
import { notifyOfTopicRequest } from '#features/notifications/server/notify-query.ts'
import {
  deleteAdRequestRow,
  deleteContactMessageRow,
  deleteFeedbackRow,
  deleteTopicRequest,
} from '#features/requests/server/inbox-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'

const MAX_NAME_LENGTH = 80

const kinds = {
  request: { action: 'reject-request', deleteRow: deleteTopicRequest, missing: 'request-not-found' },
  feedback: { action: 'delete-feedback', deleteRow: deleteFeedbackRow, missing: 'feedback-not-found' },
  contact: {
    action: 'delete-contact-message',
    deleteRow: deleteContactMessageRow,
    missing: 'contact-message-not-found',
  },
  ad: { action: 'delete-ad-request', deleteRow: deleteAdRequestRow, missing: 'request-not-found' },
} as const

/**
 * Deletes what somebody sent to the admins: a topic request, feedback, an ad request or a message. Throws 404 if it no longer
 * exists.
 */
export const deleteInboxItem = (
  sql: Sql,
  actor: Actor,
  kind: keyof typeof kinds,
  id: number,
): Promise<unknown> =>
  sql.begin(async (tx) => {
    const { action, missing } = kinds[kind]
    const deleteRow: (sql: AnySql, id: number) => Promise<AuditedFields | null> = kinds[kind].deleteRow
    const row = await deleteRow(tx, id)
    if (!row) throw new HttpError(missing)
    const name = truncateWithEllipsis(
      String((kind === 'contact' ? row.email : row.name) ?? row.content),
      MAX_NAME_LENGTH,
    )
    await recordAuditEvent(tx, actor, { action, target: { id, name }, before: row })
    if (kind === 'request') {
      const { userId, name: topicName } = row as { userId: number; name: string }
      await notifyOfTopicRequest(tx, actor.id, { userId, type: 'topic-rejected', topicName })
    }
  })
