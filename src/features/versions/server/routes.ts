import type { FastifyInstance } from 'fastify'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import { compareVersions, getVersion, listVersions } from './read-versions.ts'

export const versionRoutes = (app: FastifyInstance): void => {
  serveEndpoint(app, contract.listVersions, ({ viewer, params, query, read }) =>
    read((reads) => listVersions(reads, viewer, params.id, query.before)),
  )

  serveEndpoint(app, contract.getVersion, ({ viewer, params, read }) =>
    read((reads) => getVersion(reads, viewer, params.id, params.number)),
  )

  serveEndpoint(app, contract.compareVersions, ({ viewer, params, query, read }) =>
    read((reads) => compareVersions(reads, viewer, params.id, query)),
  )
}
