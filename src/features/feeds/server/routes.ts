import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#core/viewer.ts'
import {
  countNewPosts,
  listPosts,
  listPrivatePosts,
  listTopicPosts,
  NEW_MOST,
} from '#features/feeds/contract.ts'
import { countNew, listFeed, listPrivateOf } from '#features/feeds/server/feed-query.ts'
import { memberOf, signedIn } from '#features/identity/server/guards.ts'
import { topicOf } from '#features/topics/server/find-topic.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const feedRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  const followedBy = (viewer: Viewer, following: string | undefined) =>
    following === 'true' ? { followedBy: memberOf(viewer).id } : {}

  serve(app, countNewPosts, anyone, async ({ query: { since, topic, following, ...query }, viewer }) => {
    const sql = readsFor(database, viewer)
    const topicId = topic === undefined ? {} : { topicId: (await topicOf(sql, topic)).id }
    const chosen = { ...query, ...topicId, ...followedBy(viewer, following) }
    return { count: await countNew(sql, chosen, since, NEW_MOST) }
  })

  serve(app, listPosts, anyone, async ({ query: { following, ...query }, viewer }) => {
    const chosen = { ...query, ...followedBy(viewer, following) }
    return listFeed(readsFor(database, viewer), viewer, chosen)
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
