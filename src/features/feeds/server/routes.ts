import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#core/viewer.ts'
import { requireTopic } from '#features/topics/server/find-topic.ts'
import type { Config } from '#server/config.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { requireMember } from '#server/session/guards.ts'
import {
  countNewPosts,
  getDefaultWindow,
  listPosts,
  listPrivatePosts,
  listTopicPosts,
  MAX_NEW_POSTS,
} from '../contract.ts'
import { countPostsSince, selectFeed, selectPrivatePosts } from './feed-query.ts'
import { findDefaultWindow } from './find-default-window.ts'

export const feedRoutes = (app: FastifyInstance, { config }: { config: Config }): void => {
  const followedBy = (viewer: Viewer, following: string | undefined) =>
    following === 'true' ? { followedBy: requireMember(viewer).id } : {}

  serveEndpoint(
    app,
    countNewPosts,
    async ({ query: { since, topic, following, ...query }, viewer, read }) => {
      const feedQuery = { ...query, ...followedBy(viewer, following) }
      return read(async (sql) => {
        const topicId = topic === undefined ? {} : { topicId: (await requireTopic(sql, topic)).id }
        return { count: await countPostsSince(sql, { ...feedQuery, ...topicId }, since, MAX_NEW_POSTS) }
      })
    },
  )

  serveEndpoint(app, getDefaultWindow, ({ query: { topic, ...query }, read }) =>
    read(async (sql) => {
      const topicId = topic === undefined ? {} : { topicId: (await requireTopic(sql, topic)).id }
      return { window: await findDefaultWindow(sql, config.trendingWindow, { ...query, ...topicId }) }
    }),
  )

  serveEndpoint(app, listPosts, async ({ query: { following, ...query }, viewer, read }) => {
    const feedQuery = { ...query, ...followedBy(viewer, following) }
    return read((sql) => selectFeed(sql, viewer, feedQuery))
  })

  serveEndpoint(app, listTopicPosts, ({ params, query, viewer, read }) =>
    read(async (sql) => {
      const { id } = await requireTopic(sql, params.topicName)
      return selectFeed(sql, viewer, { ...query, topicId: id })
    }),
  )

  serveEndpoint(app, listPrivatePosts, ({ query, member, read }) =>
    read((sql) => selectPrivatePosts(sql, member, query)),
  )
}
