import type { FastifyInstance } from 'fastify'
import * as contract from '#features/collections/contract.ts'
import * as items from '#features/collections/contract-items.ts'
import * as sharing from '#features/collections/contract-sharing.ts'
import { getCollectionSummary } from '#features/collections/server/read-collections.ts'
import type { Database } from '#server/database/connect.ts'
import { readIfMatch } from '#server/http/if-match.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as change from './change-collections.ts'
import * as share from './share-collections.ts'

/** Registers what members change in collections. */
export const collectionUseCaseRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, contract.createCollection, async ({ member, body }) =>
    getCollectionSummary(sql, member, await change.createCollection(sql, member, body)),
  )
  serveEndpoint(app, contract.updateCollection, async ({ member, params, body, request }) => {
    await change.updateCollection(sql, member, params.id, { ...body, ifMatch: readIfMatch(request) })
    return getCollectionSummary(sql, member, params.id)
  })
  serveEndpoint(app, contract.deleteCollection, async ({ member, params }) => {
    await change.deleteCollection(sql, member, params.id)
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

  serveEndpoint(app, sharing.followCollection, async ({ member, params }) => {
    await share.followCollection(sql, member, params.id)
    return { isFollowed: true }
  })
  serveEndpoint(app, sharing.unfollowCollection, async ({ member, params }) => {
    await share.unfollowCollection(sql, member, params.id)
    return { isFollowed: false }
  })
  serveEndpoint(app, sharing.inviteEditor, ({ member, params, body }) =>
    share.inviteEditor(sql, member, params.id, body.username),
  )
  serveEndpoint(app, sharing.acceptInvitation, async ({ member, params }) => {
    await share.acceptInvitation(sql, member, params.id)
    return {}
  })
  serveEndpoint(app, sharing.removeEditor, async ({ member, params }) => {
    await share.removeEditor(sql, member, params.id, params.userId)
    return {}
  })
}
