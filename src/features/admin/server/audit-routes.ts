import type { FastifyInstance } from 'fastify'
import { conflict, forbidden, notFound } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { readFiltered } from '#server/database/force-custom-plan.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { requireAdmin, requireMember } from '#server/session/guards.ts'
import * as contract from '../contract-audit.ts'
import { auditMessages } from '../contract-messages.ts'
import { actorResolver } from './actor.ts'
import { type Actor, lockAuditEvent, selectAuditEvents, updateReason } from './audit-query.ts'

/**
 * Adds a reason to an audit event. Only the acting admin can add one, and only once, so that the log can be
 * completed but never rewritten. Adding the same reason again changes nothing. Throws 404 for an unknown
 * event, 403 for another admin's event, and 409 if the event already has a different reason.
 */
const addReason = (sql: Sql, actor: Actor, id: number): Promise<unknown> =>
  sql.begin(async (tx) => {
    const event = await lockAuditEvent(tx, id)
    if (!event) throw notFound(auditMessages.eventNotFound)
    if (event.adminId !== actor.id) throw forbidden(auditMessages.notYourAction)
    if (event.reason === actor.reason) return
    if (event.reason) throw conflict(auditMessages.hasReason)
    await updateReason(tx, id, actor.reason)
  })

export const auditRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReads },
): void => {
  const actorOf = actorResolver({ sql, config })

  serve(app, contract.listAuditEvents, requireAdmin, async ({ viewer, query, request }) => {
    const viewerId = requireMember(viewer).id
    const read = (sql: Sql) =>
      readFiltered(sql, query.q, (reads) => selectAuditEvents(reads, { ...query, viewerId }))
    return (await readExpensive({ name: 'admin', max: 1_200, request, read })).map((event) => ({
      ...event,
      createdAt: event.createdAt.toISOString(),
      reasonAddedAt: event.reasonAddedAt?.toISOString() ?? null,
    }))
  })
  serve(app, contract.addReason, requireAdmin, async ({ viewer, params, body }) => {
    await addReason(sql, await actorOf(viewer, body), params.id)
    return {}
  })
}
