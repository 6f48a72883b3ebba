import type { FastifyInstance } from 'fastify'
import * as contract from '#features/audit/contract.ts'
import { listActs } from '#features/audit/server/acts-query.ts'
import { admin, memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import { readMatching } from '#server/database/plan-each-time.ts'
import { serve } from '#server/http/serve.ts'
import type { ExpensiveReads } from '#server/limits/expensive-reads.ts'
import { actingAs } from './acting-as.ts'
import { explainAct } from './explain-act.ts'

export const auditRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReads },
): void => {
  const actorOf = actingAs({ sql, config })

  serve(app, contract.listAdminActs, admin, async ({ viewer, query, request }) => {
    const viewerId = memberOf(viewer).id
    const read = (sql: Sql) => readMatching(sql, query.q, (reads) => listActs(reads, { ...query, viewerId }))
    return (await readExpensive({ name: 'admin', max: 1_200, request, read })).map((event) => ({
      ...event,
      createdAt: event.createdAt.toISOString(),
      reasonAddedAt: event.reasonAddedAt?.toISOString() ?? null,
    }))
  })
  serve(app, contract.explainAct, admin, async ({ viewer, params, body }) => {
    await explainAct(sql, await actorOf(viewer, body), params.id)
    return {}
  })
}
