import type { FastifyInstance } from 'fastify'
import { paths } from '#core/paths.ts'
import { renderRss } from '#features/feeds/server/syndication/rss.ts'
import { selectCardsById } from '#features/posts/server/card-query.ts'
import type { Config } from '#server/config.ts'
import { selectNewestPostIds } from './items-query.ts'
import { requireCollection } from './read-collections.ts'

const MAX_FEED_ITEMS = 30
const LINK_ID = /^[\w-]{22}$/

/**
 * Registers a collection's RSS feed, which lists the posts that visitors can see, most recently added first.
 * The feed is not cached, so that it becomes unavailable as soon as the owner makes the collection private.
 */
export const collectionFeedRoutes = (app: FastifyInstance, { config }: { config: Config }): void => {
  const { publicUrl, siteName } = config
  const { readExpensive } = app.endpointServices
  app.get<{ Params: { id: string } }>(
    '/c/:id/feed.xml',
    { schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params
      const read = async (sql: Parameters<typeof requireCollection>[0]) => {
        const collection = await requireCollection(sql, null, LINK_ID.test(id) ? id : '')
        const ids = await selectNewestPostIds(sql, collection.rowId, MAX_FEED_ITEMS)
        return { collection, posts: await selectCardsById(sql, null, ids) }
      }
      const { collection, posts } = await readExpensive({ name: 'feed', max: 1_200, request, read })
      const channel = {
        title: `${collection.title} · ${siteName}`,
        description: collection.description || `${collection.title} on ${siteName}`,
        link: paths.collection(collection),
        self: paths.collectionFeed(collection.id),
      }
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .send(renderRss(publicUrl, channel, posts))
    },
  )
}
