import { conflict, forbidden, notFound } from '#core/failure.ts'
import { messages } from '#features/audit/contract-messages.ts'
import type { Sql } from '#server/database/connect.ts'
import { type Acting, holdAct, setReason } from './acts-query.ts'

/**
 * Adds a reason to an audit event. Only the acting admin can add one, and only once, so that the log can be
 * completed but never rewritten. The same reason again changes nothing. Throws 404 for an unknown event, 403
 * for another admin's, 409 if it has a different reason.
 */
export const explainAct = (sql: Sql, actor: Acting, id: number): Promise<unknown> =>
  sql.begin(async (tx) => {
    const event = await holdAct(tx, id)
    if (!event) throw notFound(messages.actNotFound)
    if (event.adminId !== actor.id) throw forbidden(messages.othersAct)
    if (event.reason === actor.reason) return
    if (event.reason) throw conflict(messages.hasReason)
    await setReason(tx, id, actor.reason)
  })
