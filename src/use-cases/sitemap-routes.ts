import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { listCollectionPaths } from '#features/collections/server/read-collections.ts'
import {
  renderPageSitemap,
  renderPostSitemap,
  renderSitemapIndex,
} from '#features/feeds/server/syndication/sitemap.ts'
import { selectTagsForSitemap } from '#features/posts/server/tags-query.ts'
import { selectTopics } from '#features/topics/server/topics-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { ExpensiveReadRunner } from '#server/limits/expensive-reads.ts'

const CACHED_FOR_A_MINUTE = { schema: { hide: true }, config: { cacheSeconds: 60 } }
const PART = /^(?:0|[1-9]\d{0,5})$/

/** Registers the sitemap: an index, part 0 with pages, topics, tags and collections, and the other parts with posts. */
export const sitemapRoutes = (
  app: FastifyInstance,
  {
    database: { readSql: sql },
    config: { publicUrl },
    readExpensive,
  }: { database: Database; config: Config; readExpensive: ExpensiveReadRunner },
): void => {
  const renderPages = async () => {
    const [topics, tags, collectionPaths] = await Promise.all([
      selectTopics(sql),
      selectTagsForSitemap(sql),
      listCollectionPaths(sql),
    ])
    return renderPageSitemap({ topics, tags, collectionPaths }, publicUrl)
  }

  app.get(paths.sitemap, CACHED_FOR_A_MINUTE, async (_, reply) =>
    reply.type(XML).send(await renderSitemapIndex(sql, publicUrl)),
  )
  app.get<{ Params: { part: string } }>('/sitemap/:part.xml', CACHED_FOR_A_MINUTE, async (request, reply) => {
    const { part } = request.params
    if (!PART.test(part)) throw new HttpError('not-found')
    if (part === '0') return reply.type(XML).send(await renderPages())
    const posts = await readExpensive({
      name: 'sitemap',
      max: 1_200,
      request,
      read: (reads) => renderPostSitemap(reads, Number(part), publicUrl),
    })
    if (posts === null) throw new HttpError('not-found')
    return reply.type(XML).send(posts)
  })
}

const XML = 'application/xml; charset=utf-8'
