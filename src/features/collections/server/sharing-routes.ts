import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import * as contract from '../contract-sharing.ts'
import { listFollowedCollections } from './read-collections.ts'
import * as share from './share-collections.ts'

export const collectionSharingRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, contract.followCollection, async ({ member, params }) => {
    await share.followCollection(sql, member, params.id)
    return { isFollowed: true }
  })
  serveEndpoint(app, contract.unfollowCollection, async ({ member, params }) => {
    await share.unfollowCollection(sql, member, params.id)
    return { isFollowed: false }
  })
  serveEndpoint(app, contract.listFollowedCollections, ({ member }) => listFollowedCollections(sql, member))

  serveEndpoint(app, contract.listEditors, ({ member, params }) => share.listEditors(sql, member, params.id))
  serveEndpoint(app, contract.inviteEditor, ({ member, params, body }) =>
    share.inviteEditor(sql, member, params.id, body.username),
  )
  serveEndpoint(app, contract.acceptInvitation, async ({ member, params }) => {
    await share.acceptInvitation(sql, member, params.id)
    return {}
  })
  serveEndpoint(app, contract.removeEditor, async ({ member, params }) => {
    await share.removeEditor(sql, member, params.id, params.userId)
    return {}
  })
}
