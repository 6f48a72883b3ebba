import { conflict, forbidden, notFound } from '#core/failure.ts'
import { messages } from '#features/audit/contract-messages.ts'
import type { Sql } from '#server/database/connect.ts'
import { type Acting, holdAct, setReason } from './acts-query.ts'

/**
 * Says why, after the act: once, and only who did it, so that the record can be added to but never rewritten. The same
 * reason again changes nothing. Throws 404 where there is no such act, 403 for another's, 409 where it has a reason.
 */
export const explainAct = (sql: Sql, by: Acting, id: number): Promise<unknown> =>
  sql.begin(async (tx) => {
    const act = await holdAct(tx, id)
    if (!act) throw notFound(messages.actNotFound)
    if (act.adminId !== by.id) throw forbidden(messages.othersAct)
    if (act.reason === by.reason) return
    if (act.reason) throw conflict(messages.hasReason)
    await setReason(tx, id, by.reason)
  })
