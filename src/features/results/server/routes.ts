import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import * as contract from '../contract.ts'
import { listResults, reportResult, withdrawResult } from './report-result.ts'

export const resultRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serve(app, contract.listResults, ({ viewer, params, query, read }) =>
    read((reads) => listResults(reads, viewer, params.id, query.version)),
  )

  serve(app, contract.reportResult, async ({ member, params, body }) => ({
    tallies: await reportResult(sql, member, params.id, body),
  }))

  serve(app, contract.withdrawResult, async ({ member, params }) => ({
    tallies: await withdrawResult(sql, member, params.id, params.model),
  }))
}
