import { notFound } from '#core/failure.ts'
import { ellipsis } from '#core/text.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { takeAdRequest, takeFeedback, takeTopicRequest } from './inbox-query.ts'

const NAME_MOST = 80

const kinds = {
  request: { action: 'reject-request', take: takeTopicRequest, missing: messages.requestNotFound },
  feedback: { action: 'delete-feedback', take: takeFeedback, missing: messages.feedbackNotFound },
  ad: { action: 'delete-ad-request', take: takeAdRequest, missing: messages.requestNotFound },
} as const

/** Deletes what a member sent to the admins. Throws 404 where it is gone already. */
export const deleteFromInbox = (
  sql: Sql,
  by: Acting,
  kind: keyof typeof kinds,
  id: number,
): Promise<unknown> =>
  sql.begin(async (tx) => {
    const { action, missing } = kinds[kind]
    const take: (sql: AnySql, id: number) => Promise<Record<string, string | number> | null> =
      kinds[kind].take
    const row = await take(tx, id)
    if (!row) throw notFound(missing)
    const name = ellipsis(String(row.name ?? row.content), NAME_MOST)
    await recordAct(tx, by, { action, target: { id, name }, before: row })
  })
