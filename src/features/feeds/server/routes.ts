import type { FastifyInstance } from 'fastify'
import { listPosts, listPrivatePosts, listTopicPosts } from '#features/feeds/contract.ts'
import { listFeed, listPrivateOf } from '#features/feeds/server/feed-query.ts'
import { memberOf, signedIn } from '#features/identity/server/guards.ts'
import { topicOf } from '#features/topics/server/find-topic.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const feedRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, listPosts, anyone, async ({ query: { following, ...query }, viewer }) => {
    const followedBy = following === 'true' ? { followedBy: memberOf(viewer).id } : {}
    return listFeed(readsFor(database, viewer), viewer, { ...query, ...followedBy })
  })

  serve(app, listTopicPosts, anyone, async ({ params, query, viewer }) => {
    const sql = readsFor(database, viewer)
    const { id } = await topicOf(sql, params.topicName)
    return listFeed(sql, viewer, { ...query, topicId: id })
  })

  serve(app, listPrivatePosts, signedIn, async ({ query, viewer }) =>
    listPrivateOf(database.sql, memberOf(viewer), query),
  )
}
