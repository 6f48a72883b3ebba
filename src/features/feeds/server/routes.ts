import type { FastifyInstance } from 'fastify'
import { listPosts, listTopicPosts } from '#features/feeds/contract.ts'
import { listFeed } from '#features/feeds/server/store.ts'
import { topicIdOf } from '#features/topics/server/topic-id.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const feedRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, listPosts, anyone, async ({ query, viewer }) =>
    listFeed(readsFor(database, viewer), viewer, query),
  )

  serve(app, listTopicPosts, anyone, async ({ params, query, viewer }) => {
    const topicId = await topicIdOf(database, params.topicName)
    return listFeed(readsFor(database, viewer), viewer, { ...query, topicId })
  })
}
