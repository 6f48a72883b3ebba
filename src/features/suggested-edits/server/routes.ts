import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { getOwnSuggestedEdit, getSuggestedEdit, listSuggestedEdits } from './read-suggested-edits.ts'

export const suggestedEditRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, contract.listSuggestedEdits, ({ viewer, params, query, read }) =>
    read((reads) => listSuggestedEdits(reads, viewer, params.id, query.before)),
  )
  serveEndpoint(app, contract.getSuggestedEdit, ({ viewer, params, read }) =>
    read((reads) => getSuggestedEdit(reads, viewer, params.id, params.suggestion)),
  )
  serveEndpoint(app, contract.getOwnSuggestedEdit, ({ member, params }) =>
    getOwnSuggestedEdit(sql, member, params.id, params.suggestion),
  )
}
