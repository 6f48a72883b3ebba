import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { readFilteredList } from '#server/database/force-custom-plan.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract-audit.ts'
import { type Actor, lockAuditEvent, selectAuditEvents, updateAuditReason } from './audit-query.ts'

/**
 * Adds a reason to an audit event. Only the acting admin can add one, and only once, so that the log can be
 * completed but never rewritten. Adding the same reason again changes nothing. Throws 404 for an unknown
 * event, 403 for another admin's event, and 409 if the event already has a different reason.
 */
const addReason = (sql: Sql, actor: Actor, id: number): Promise<unknown> =>
  sql.begin(async (tx) => {
    const event = await lockAuditEvent(tx, id)
    if (!event) throw new HttpError('audit-event-not-found')
    if (event.adminId !== actor.id) throw new HttpError('not-your-audit-event')
    if (event.reason === actor.reason) return
    if (event.reason) throw new HttpError('reason-exists')
    await updateAuditReason(tx, id, actor.reason)
  })

export const auditRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, contract.listAuditEvents, ({ member, query, read }) =>
    read((sql) =>
      readFilteredList(sql, query.q, (reads) => selectAuditEvents(reads, { ...query, viewerId: member.id })),
    ),
  )
  serveEndpoint(app, contract.addReason, async ({ member, params, body }) => {
    await addReason(sql, { ...member, ...body }, params.id)
    return {}
  })
}
