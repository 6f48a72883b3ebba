import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from '#app/server/content-policy.ts'
import type { Ask, PageRenderer } from '#app/server/render.ts'
import { Failure, notFound } from '#core/failure.ts'
import type { Config } from '#server/config.ts'
import { asFailure, PRIVATE, sendFailure } from '#server/http/answer-errors.ts'
import { audienceOf } from '#server/http/refusal-body.ts'
import { createRenderQueue } from '#server/http/render-queue.ts'
import { limitedAddress } from '#server/limits/take-from-limit.ts'

/**
 * The number of pages that one address may have in the render queue; generous, because people may share an
 * address.
 */
const MAX_PAGES_PER_ADDRESS = 24

/**
 * Serves every path that is neither the API's nor a file's as a page; an unknown path is a page with status
 * 404.
 */
export const pageRoutes = (
  app: FastifyInstance,
  { renderer, config }: { renderer?: PageRenderer; config: Config },
): void => {
  const { issuer, pictureHost } = config.oidc.outside ?? {}
  const connectSources = [...(issuer ? [new URL(issuer).origin] : []), ...(pictureHost ? [pictureHost] : [])]
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? sendFailure(reply.header('allow', 'GET, HEAD'), new Failure(405, 'Method not allowed'))
      : sendFailure(reply, notFound()),
  )
  if (!renderer) return

  const queue = createRenderQueue({
    maxPerAddress: config.rateLimitScale === 0 ? Infinity : MAX_PAGES_PER_ADDRESS,
  })

  const sendRendered = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) return reply.callNotFound()
    try {
      const url = renderer.cacheUrl(request.url)
      const job = {
        address: limitedAddress(request.ip),
        isPreferred: request.viewer !== null || !url.includes('?'),
      }
      const page = await queue.run(job, () => renderer.render(url, createApiFetch(app, request)))
      if (page.status >= 500) request.log.error({ err: page.failure }, 'page rendered without its data')
      if (page.location) return reply.redirect(page.location, page.status)
      return sendPage(reply, page.status, page.html, connectSources)
    } catch (error) {
      if (!(error instanceof Failure)) request.log.error({ err: error }, 'page rendering failed')
      return sendFailure(reply, asFailure(error))
    }
  }
  app.get(
    '/*',
    { schema: { hide: true }, config: { visitorCache: 5, cacheUrl: renderer.cacheUrl } },
    sendRendered,
  )
  // A private link is a secret, and a deleted post or a renewed link must take effect immediately, so nothing
  // is cached.
  app.get('/private/*', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', PRIVATE)
    return sendRendered(request, reply)
  })
  // Redirect targets of the identity provider. Their URLs contain an authorization code, so they must not be
  // cached. With a stricter opener policy than the provider's page, the popup would lose its reference to the
  // window that opened it.
  app.get('/auth/*', { schema: { hide: true } }, async (request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    reply.header('cache-control', PRIVATE)
    return sendRendered(request, reply)
  })
}

const isPage = ({ url }: FastifyRequest): boolean => audienceOf(url) === 'page'

/** Calls the API inside the process with the session cookie and address of the request. */
const createApiFetch =
  (app: FastifyInstance, request: FastifyRequest): Ask =>
  async (url, { method, body }) => {
    const { cookie } = request.headers
    const response = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: request.ip,
      ...(cookie ? { headers: { cookie } } : {}),
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: response.statusCode, body: response.body }
  }

const sendPage = (
  reply: FastifyReply,
  status: number,
  html: string,
  connectSources: readonly string[] = [],
): FastifyReply => {
  if (status === 503) reply.header('retry-after', 5)
  if (status >= 400 && status !== 404 && reply.getHeader('cache-control') !== PRIVATE)
    reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentPolicy(html, connectSources))
    .header('vary', 'Cookie')
    .send(html)
}
