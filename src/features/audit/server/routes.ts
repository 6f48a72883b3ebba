import type { FastifyInstance } from 'fastify'
import { listAdminActs } from '#features/audit/contract.ts'
import { listActs } from '#features/audit/server/acts-query.ts'
import { admin } from '#features/identity/server/guards.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'

export const auditRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void =>
  serve(app, listAdminActs, admin, async ({ query }) =>
    (await listActs(sql, query)).map((act) => ({ ...act, createdAt: act.createdAt.toISOString() })),
  )
