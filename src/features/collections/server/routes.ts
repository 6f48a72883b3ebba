import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract.ts'
import * as sharing from '../contract-sharing.ts'
import { exportCollection } from './export-collection.ts'
import { listEditors } from './list-editors.ts'
import * as reads from './read-collections.ts'

export const collectionRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.listOwnCollections, ({ member, query }) =>
    reads.listOwnCollections(sql, member, query.postId),
  )
  serveEndpoint(app, contract.listMemberCollections, ({ params, viewer, read }) =>
    read((readSql) => reads.listPublicCollections(readSql, viewer, params.username)),
  )
  serveEndpoint(app, contract.getCollection, ({ viewer, params, query, read }) =>
    read((readSql) => reads.getCollectionPage(readSql, viewer, params.id, query)),
  )

  serveEndpoint(app, contract.exportCollection, async ({ viewer, params, query, read, reply }) => {
    const parts = { read, viewer, siteUrl: config.publicUrl }
    const { type, name, stream } = await exportCollection(parts, params.id, query)
    reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    return stream
  })

  serveEndpoint(app, sharing.listFollowedCollections, ({ member }) =>
    reads.listFollowedCollections(sql, member),
  )
  serveEndpoint(app, sharing.listEditors, ({ member, params }) => listEditors(sql, member, params.id))
}
