import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract-sharing.ts'
import { listEditors } from './list-editors.ts'
import { listFollowedCollections } from './read-collections.ts'

export const collectionSharingRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, contract.listFollowedCollections, ({ member }) => listFollowedCollections(sql, member))

  serveEndpoint(app, contract.listEditors, ({ member, params }) => listEditors(sql, member, params.id))
}
