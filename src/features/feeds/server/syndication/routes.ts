import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pickQueryParameters } from '#core/canonical-url.ts'
import type { FeedWindow } from '#core/feed-windows.ts'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { noPostFilters } from '#core/post-filters.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { isValidTag } from '#core/tags.ts'
import { selectPost } from '#features/posts/server/post-query.ts'
import { requireTopic } from '#features/topics/server/find-topic.ts'
import { selectTopics } from '#features/topics/server/topics-query.ts'
import type { Config } from '#server/config.ts'
import type { Database, Sql } from '#server/database/connect.ts'
import type { ExpensiveReadRunner } from '#server/limits/expensive-reads.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFileCache } from '#server/media/generated-files.ts'
import { isExpensiveWindow, windowQuerySchema } from '../../contract.ts'
import { selectFeed } from '../feed-query.ts'
import { findDefaultWindow } from '../find-default-window.ts'
import { renderAiTxt, renderLlmsTxt, renderPostMarkdown, renderRobotsTxt } from './plain-text.ts'
import { renderPreviewImage, renderSitePreviewImage } from './preview-image.ts'
import { renderRss } from './rss.ts'

const MAX_FEED_ITEMS = 30
const CACHED_FOR_A_MINUTE = { schema: { hide: true }, config: { cacheSeconds: 60 } }
const CACHED_BY_WINDOW = {
  ...CACHED_FOR_A_MINUTE,
  config: { cacheSeconds: 60, cacheUrl: (url: string) => pickQueryParameters(url, ['window']) },
}
const ID = /^[1-9]\d{0,8}$/

/**
 * Registers the routes for machine clients, such as feeds and link preview images. They always respond as if to a visitor, even if
 * the client is signed in.
 */
export const syndicationRoutes = (
  app: FastifyInstance,
  services: {
    database: Database
    config: Config
    files: FileStore
    generatedFiles: GeneratedFileCache
    readExpensive: ExpensiveReadRunner
  },
): void => {
  const { database, config, files, generatedFiles, readExpensive } = services
  const stores = { files, generatedFiles }
  const { publicUrl, siteName, aiPreferences } = config
  const sql = database.readSql

  type Channel = {
    title: string
    link: string
    self: string
    window?: FeedWindow | undefined
    topicId?: number
    tag?: string
  }

  /** Responds with an RSS feed of a period's best posts or, if no period is given, of the newest posts. */
  const feed = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { title, link, self, window, topicId, tag }: Channel,
  ) => {
    const query = {
      limit: MAX_FEED_ITEMS,
      offset: 0,
      ...(window ? { sortBy: 'top' as const, window } : { sortBy: 'new' as const }),
      ...noPostFilters,
      ...(topicId ? { topicId } : {}),
      ...(tag ? { tag } : {}),
    }
    const read = (reads: Sql) => selectFeed(reads, null, query)
    const posts =
      tag !== undefined || isExpensiveWindow(query, topicId !== undefined)
        ? await readExpensive({ name: 'feed', max: 1_200, request, read })
        : await read(sql)
    const channel = { title: `${title} · ${siteName}`, description: `${title} on ${siteName}`, link, self }
    return reply.type('application/rss+xml; charset=utf-8').send(renderRss(publicUrl, channel, posts))
  }

  app.get(paths.newFeed, CACHED_FOR_A_MINUTE, (request, reply) =>
    feed(request, reply, { title: 'New Posts', link: paths.newest, self: paths.newFeed }),
  )
  app.get(paths.popularFeed(), CACHED_BY_WINDOW, async (request, reply) => {
    const window = windowIn(request)
    const self = paths.popularFeed(window)
    const channel = { title: 'Trending Posts', link: paths.popular, self }
    return feed(request, reply, {
      ...channel,
      window: window ?? (await findDefaultWindow(sql, config.trendingWindow, noPostFilters)),
    })
  })
  app.get<{ Params: { name: string } }>('/t/:name/feed.xml', CACHED_BY_WINDOW, async (request, reply) => {
    const window = windowIn(request)
    const { id, name } = await requireTopic(sql, toTopicSlug(request.params.name))
    const self = paths.topicFeed(name, window)
    return feed(request, reply, { title: name, link: paths.topic(name), self, window, topicId: id })
  })

  app.get<{ Params: { tag: string } }>('/tag/:tag/feed.xml', CACHED_BY_WINDOW, (request, reply) => {
    const { tag } = request.params
    if (!isValidTag(tag)) throw new HttpError('not-found')
    const window = windowIn(request)
    const self = paths.tagFeed(tag, window)
    return feed(request, reply, { title: `#${tag}`, link: paths.tag(tag), self, window, tag })
  })

  app.get(paths.robots, CACHED_FOR_A_MINUTE, async (_, reply) =>
    asText(reply, renderRobotsTxt(publicUrl, aiPreferences)),
  )
  app.get(paths.ai, CACHED_FOR_A_MINUTE, async (_, reply) => asText(reply, renderAiTxt(aiPreferences)))
  app.get(paths.llms, CACHED_FOR_A_MINUTE, async (_, reply) =>
    asText(reply, renderLlmsTxt(publicUrl, siteName, await selectTopics(sql))),
  )
  app.get<{ Params: { id: string } }>('/post/:id.md', CACHED_FOR_A_MINUTE, async ({ params }, reply) => {
    const post = ID.test(params.id) ? await selectPost(sql, null, Number(params.id)) : null
    if (!post) throw new HttpError('post-not-found')
    return asText(reply, renderPostMarkdown(publicUrl, post), 'text/markdown')
  })

  const sendImage = (reply: FastifyReply, file: string): FastifyReply =>
    reply.sendFile(path.basename(file), path.dirname(file), { maxAge: '1h' })

  app.get(paths.sitePreviewImage, { schema: { hide: true } }, async ({ ip }, reply) =>
    sendImage(reply, await renderSitePreviewImage(stores, siteName, ownerOf(ip))),
  )
  app.get<{ Params: { id: string } }>(
    '/og/post/:id.jpg',
    { schema: { hide: true } },
    async ({ params, ip }, reply) => {
      const post = ID.test(params.id) ? await selectPost(sql, null, Number(params.id)) : null
      if (!post) throw new HttpError('post-not-found')
      const { title, type, user, topic, exampleFiles } = post
      const text = { title, type, author: user.username, topic: topic?.name ?? null, site: siteName }
      return sendImage(reply, await renderPreviewImage(stores, { ...text, exampleFiles }, ownerOf(ip)))
    },
  )
  // Posts that were shared before the preview images became JPEGs still refer to this URL.
  app.get<{ Params: { id: string } }>(
    '/og/post/:id.png',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      if (!ID.test(params.id)) throw new HttpError('post-not-found')
      return reply.redirect(paths.postPreviewImage(Number(params.id)), 301)
    },
  )
}

const ownerOf = (ip: string): string => `address:${toRateLimitAddress(ip)}`

/**
 * Returns the period from the query string. Throws 400 for an unknown period, so that the cache has at most one entry
 * per period.
 */
const windowIn = ({ query }: { query: unknown }): FeedWindow | undefined => {
  const parsed = windowQuerySchema.safeParse(query)
  if (!parsed.success)
    throw createInvalidFieldError('window', parsed.error.issues[0]?.message ?? 'window is not valid')
  return parsed.data.window
}

const asText = (reply: FastifyReply, body: string, type = 'text/plain'): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).send(body)
