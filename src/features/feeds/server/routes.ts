import type { FastifyInstance } from 'fastify'
import { paths } from '#core/paths.ts'
import type { Viewer } from '#core/viewer.ts'
import { requireTopic } from '#features/topics/server/find-topic.ts'
import { topicIdOf } from '#features/topics/server/topics-query.ts'
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
import { exportLibrary, libraryFormats } from '../contract-library.ts'
import { getShowcase } from '../contract-showcase.ts'
import { streamLibrary } from './export-library.ts'
import { countPostsSince, selectFeed, selectPrivatePosts } from './feed-query.ts'
import { findDefaultWindow } from './find-default-window.ts'
import { selectShowcase } from './showcase-query.ts'

export const feedRoutes = (app: FastifyInstance, { config }: { config: Config }): void => {
  serveEndpoint(app, exportLibrary, async ({ viewer, query, read, reply }) => {
    const { type, stream } = streamLibrary({ read, viewer, siteUrl: config.publicUrl }, query.format)
    const name = `${paths.library(query.format).slice(1)}`
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(stream)
  })
  for (const format of libraryFormats)
    app.get(paths.library(format), { schema: { hide: true } }, async (_, reply) =>
      reply.redirect(`${exportLibrary.path}?format=${format}`, 302),
    )

  const followedBy = (viewer: Viewer, following: string | undefined) =>
    following === 'true' ? { followedBy: requireMember(viewer).id } : {}

  serveEndpoint(
    app,
    countNewPosts,
    async ({ query: { since, topic, following, ...query }, viewer, read }) => {
      const feedQuery = { ...query, ...followedBy(viewer, following) }
      return read(async (sql) => {
        const topicId = topic === undefined ? {} : { topicId: (await requireTopic(sql, topic)).id }
        return {
          count: await countPostsSince(sql, viewer, { ...feedQuery, ...topicId }, since, MAX_NEW_POSTS),
        }
      })
    },
  )

  serveEndpoint(app, getShowcase, ({ viewer, read }) => read((sql) => selectShowcase(sql, viewer)))

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
      const posts = await selectFeed(sql, viewer, { ...query, topicId: topicIdOf(sql, params.topicName) })
      if (posts.length === 0) await requireTopic(sql, params.topicName)
      return posts
    }),
  )

  serveEndpoint(app, listPrivatePosts, ({ query, member, read }) =>
    read((sql) => selectPrivatePosts(sql, member, query)),
  )
}
