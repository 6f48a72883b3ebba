import { notFound } from '#core/failure.ts'
import { ellipsis } from '#core/text.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { takeAdRequest, takeFeedback, takeTopicRequest } from './inbox-query.ts'

const MAX_NAME_LENGTH = 80

const kinds = {
  request: { action: 'reject-request', deleteRow: takeTopicRequest, missing: messages.requestNotFound },
  feedback: { action: 'delete-feedback', deleteRow: takeFeedback, missing: messages.feedbackNotFound },
  ad: { action: 'delete-ad-request', deleteRow: takeAdRequest, missing: messages.requestNotFound },
} as const

/** Deletes something that a member sent to the admins. Throws 404 if it no longer exists. */
export const deleteFromInbox = (
  sql: Sql,
  actor: Acting,
  kind: keyof typeof kinds,
  id: number,
): Promise<unknown> =>
  sql.begin(async (tx) => {
    const { action, missing } = kinds[kind]
    const deleteRow: (sql: AnySql, id: number) => Promise<Record<string, string | number> | null> =
      kinds[kind].deleteRow
    const row = await deleteRow(tx, id)
    if (!row) throw notFound(missing)
    const name = ellipsis(String(row.name ?? row.content), MAX_NAME_LENGTH)
    await recordAct(tx, actor, { action, target: { id, name }, before: row })
  })
