import type { FastifyInstance, FastifyReply } from 'fastify'
import { parse } from 'regexparam'
import * as z from 'zod'
import { pickQueryParameters } from '#core/canonical-url.ts'
import { buildEmbedCode, EMBED_SIZE, OEMBED_PATH } from '#core/embeds.ts'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { MAX_URL_LENGTH } from '#core/http-url.ts'
import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { selectPost, selectPostBySlug } from '#features/posts/server/post-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import {
  type EmbedTheme,
  embedContentSecurityPolicy,
  renderEmbed,
  renderMissingEmbed,
} from './render-embed.ts'

const ID = /^[1-9]\d{0,8}$/
const CACHE_SECONDS = 60

const themeOf = (theme: unknown): EmbedTheme | undefined =>
  theme === 'light' || theme === 'dark' ? theme : undefined

/** Maps equivalent URLs of an embedded post to one, so that unknown themes cost no memory. */
const toEmbedCacheUrl = (url: string): string => {
  const picked = pickQueryParameters(url, ['theme'])
  return /\?theme=(light|dark)$/.test(picked) ? picked : pickQueryParameters(url, [])
}

/** The URLs of a post's pages, by its id or by its slug; the topic in the path may be out of date. */
const postPages = [pages.post, pages['post-comment'], pages['slug-post'], pages['slug-comment']].map(
  ({ path }) => parse(path),
)

const size = (name: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `${name} must be a whole number from 1 to 99999`)
    .transform(Number)
    .optional()

/** The parameters of an oEmbed request ("Consumer Request" in https://oembed.com). */
const oembedSchema = z.object({
  url: z.string('url is required').max(MAX_URL_LENGTH, `url must be at most ${MAX_URL_LENGTH} characters`),
  maxwidth: size('maxwidth'),
  maxheight: size('maxheight'),
  format: z.string('format must be given once').default('json'),
})

/**
 * Registers the page that shows a post in a frame on other sites, and oEmbed, by which other sites find it. Both respond
 * as if to a visitor, and neither reads cookies.
 */
export const embedRoutes = (
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
): void => {
  const { publicUrl, siteName } = config
  const sql = database.readSql

  app.get<{ Params: { id: string }; Querystring: { theme?: unknown } }>(
    '/embed/post/:id',
    {
      schema: { hide: true },
      config: {
        cacheSeconds: CACHE_SECONDS,
        cacheUrl: toEmbedCacheUrl,
        ignoresCookies: true,
      },
    },
    async ({ params, query }, reply) => {
      const post = ID.test(params.id) ? await selectPost(sql, null, Number(params.id)) : null
      const theme = themeOf(query.theme)
      allowFrames(reply)
      return reply
        .code(post ? 200 : 404)
        .type('text/html; charset=utf-8')
        .send(post ? renderEmbed(config, post, theme) : renderMissingEmbed(config, theme))
    },
  )

  const findPost = async (url: string): Promise<PostCard | null> => {
    const path = pathOnSite(url, publicUrl)
    const found = path === null ? undefined : matchPostPage(path)
    if (found?.id !== undefined) return ID.test(found.id) ? selectPost(sql, null, Number(found.id)) : null
    return found?.slug === undefined ? null : selectPostBySlug(sql, null, found.slug)
  }

  app.get(
    OEMBED_PATH,
    {
      schema: { hide: true },
      config: {
        cacheSeconds: CACHE_SECONDS,
        cacheUrl: (url) => pickQueryParameters(url, ['url', 'maxwidth', 'maxheight', 'format']),
        ignoresCookies: true,
      },
    },
    async ({ query }, reply) => {
      const parsed = oembedSchema.safeParse(query)
      const [issue] = parsed.error?.issues ?? []
      if (!parsed.success) throw createInvalidFieldError(issue?.path.join('.') ?? '', issue?.message ?? '')
      const { url, maxwidth, maxheight, format } = parsed.data
      if (format !== 'json')
        return reply
          .code(501)
          .type('text/plain; charset=utf-8')
          .send('The response is JSON. Use format=json.\n')
      const post = await findPost(url)
      if (!post) throw new HttpError('post-not-found')
      const width = Math.min(EMBED_SIZE.width, maxwidth ?? EMBED_SIZE.width)
      const height = Math.min(EMBED_SIZE.height, maxheight ?? EMBED_SIZE.height)
      // Everybody may read this, also scripts of other sites.
      reply
        .header('access-control-allow-origin', '*')
        .raw.setHeader('cross-origin-resource-policy', 'cross-origin')
      return reply.send({
        version: '1.0',
        type: 'rich',
        provider_name: siteName,
        provider_url: publicUrl,
        title: post.title,
        author_name: post.user.username,
        author_url: publicUrl + paths.profile(post.user.username),
        cache_age: 3_600,
        html: buildEmbedCode(publicUrl, post, { width, height }),
        width,
        height,
      })
    },
  )
}

/** Lets other sites show the response in a frame. The headers of all responses forbid that. */
const allowFrames = ({ raw }: FastifyReply): void => {
  raw.removeHeader('x-frame-options')
  raw.setHeader('cross-origin-resource-policy', 'cross-origin')
  raw.setHeader('content-security-policy', embedContentSecurityPolicy)
}

/** Returns the path of a URL of this site, by http or https, or null for any other text. */
const pathOnSite = (url: string, publicUrl: string): string | null => {
  if (!URL.canParse(url)) return null
  const { protocol, host, pathname } = new URL(url)
  return /^https?:$/.test(protocol) && host === new URL(publicUrl).host ? pathname : null
}

/** Returns the parameters in the path of a post's page, or undefined for any other path. */
const matchPostPage = (pathname: string): { id?: string; slug?: string } | undefined => {
  for (const { pattern, keys } of postPages) {
    const match = pattern.exec(pathname)
    if (match) return Object.fromEntries(keys.map((key, index) => [key, decode(match[index + 1] ?? '')]))
  }
  return undefined
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
