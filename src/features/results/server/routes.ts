import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { listResults, withdrawResult } from './read-results.ts'

export const resultRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, contract.listResults, ({ viewer, params, query, read }) =>
    read((reads) => listResults(reads, viewer, params.id, query.version)),
  )

  serveEndpoint(app, contract.withdrawResult, async ({ member, params }) => ({
    tallies: await withdrawResult(sql, member, params.id, params.model),
  }))
}
