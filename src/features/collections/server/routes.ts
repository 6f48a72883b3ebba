import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { RecordDeletion } from '#server/session/record-deletion.ts'
import * as contract from '../contract.ts'
import * as items from '../contract-items.ts'
import * as change from './change-collections.ts'
import { exportCollection } from './export-collection.ts'
import * as reads from './read-collections.ts'

export const collectionRoutes = (
  app: FastifyInstance,
  {
    database: { sql },
    config,
    recordDeletion,
  }: { database: Database; config: Config; recordDeletion: RecordDeletion },
): void => {
  serveEndpoint(app, contract.listOwnCollections, ({ member, query }) =>
    reads.listOwnCollections(sql, member, query.postId),
  )
  serveEndpoint(app, contract.listMemberCollections, ({ params, read }) =>
    read((readSql) => reads.listPublicCollections(readSql, params.username)),
  )
  serveEndpoint(app, contract.getCollection, ({ viewer, params, query, read }) =>
    read((readSql) => reads.getCollectionPage(readSql, viewer, params.id, query)),
  )

  serveEndpoint(app, contract.exportCollection, async ({ viewer, params, query, read, reply }) => {
    const parts = { read, viewer, siteUrl: config.publicUrl }
    const { type, name, stream } = await exportCollection(parts, params.id, query.format)
    reply.type(type).header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    return stream
  })

  serveEndpoint(app, contract.createCollection, async ({ member, body }) =>
    reads.getCollectionSummary(sql, member, await change.createCollection(sql, member, body)),
  )
  serveEndpoint(app, contract.updateCollection, async ({ member, params, body }) => {
    await change.updateCollection(sql, member, params.id, body)
    return reads.getCollectionSummary(sql, member, params.id)
  })
  serveEndpoint(app, contract.deleteCollection, async ({ member, params }) => {
    await change.deleteCollection(sql, member, params.id, recordDeletion)
    return {}
  })
  serveEndpoint(app, items.addToCollection, async ({ member, params }) => {
    await change.addCollectionPost(sql, member, params.id, params.postId)
    return {}
  })
  serveEndpoint(app, items.updateCollectionItem, async ({ member, params, body }) => {
    await change.updateCollectionItem(sql, member, params.id, { ...body, postId: params.postId })
    return {}
  })
  serveEndpoint(app, items.addPostsToCollection, ({ member, params, body }) =>
    change.addCollectionPosts(sql, member, params.id, body.ids),
  )
  serveEndpoint(app, items.removePostsFromCollection, ({ member, params, body }) =>
    change.removeCollectionPosts(sql, member, params.id, body.ids),
  )
  serveEndpoint(app, items.removeFromCollection, async ({ member, params }) => {
    await change.removeCollectionPosts(sql, member, params.id, [params.postId])
    return {}
  })
}
