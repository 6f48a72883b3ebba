import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPolicy } from '#app/server/content-policy.ts'
import type { Ask, PageRenderer } from '#app/server/render.ts'
import { Failure, notFound } from '#core/failure.ts'
import type { Config } from '#server/config.ts'
import { asFailure, PRIVATE, sendFailure } from '#server/http/answer-errors.ts'
import { audienceOf } from '#server/http/refusal-body.ts'
import { createRenderQueue } from '#server/http/render-queue.ts'
import { limitedAddress } from '#server/limits/take-from-limit.ts'

/** Pages of one address that are rendered or wait for it: several people may share an address. */
const MAX_PAGES_PER_ADDRESS = 24

/** Every path that is not the API's or a file's is a page; an unknown one is a page with status 404. */
export const pageRoutes = (
  app: FastifyInstance,
  { renderer, config }: { renderer?: PageRenderer; config: Config },
): void => {
  const { issuer, pictureHost } = config.oidc.outside ?? {}
  const asked = [...(issuer ? [new URL(issuer).origin] : []), ...(pictureHost ? [pictureHost] : [])]
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? sendFailure(reply.header('allow', 'GET, HEAD'), new Failure(405, 'Method not allowed'))
      : sendFailure(reply, notFound()),
  )
  if (!renderer) return

  const queue = createRenderQueue({
    maxPerAddress: config.rateLimitScale === 0 ? Infinity : MAX_PAGES_PER_ADDRESS,
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPage(request)) return reply.callNotFound()
    try {
      const url = renderer.cacheUrl(request.url)
      const job = {
        address: limitedAddress(request.ip),
        isPreferred: request.viewer !== null || !url.includes('?'),
      }
      const page = await queue.run(job, () => renderer.render(url, askAs(app, request)))
      if (page.status >= 500) request.log.error({ err: page.failure }, 'a page came without its data')
      if (page.location) return reply.redirect(page.location, page.status)
      return sendPage(reply, page.status, page.html, asked)
    } catch (error) {
      if (!(error instanceof Failure)) request.log.error({ err: error }, 'a page could not be rendered')
      return sendFailure(reply, asFailure(error))
    }
  }
  app.get('/*', { schema: { hide: true }, config: { visitorCache: 5, cacheUrl: renderer.cacheUrl } }, answer)
  // A private link holds a secret, and a post that is deleted or moved to another link must be gone at once.
  app.get('/private/*', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', PRIVATE)
    return answer(request, reply)
  })
  // Where a provider sends people back to. Their addresses carry a code and must not be kept; and a page with another
  // opener policy than the provider's before it would lose the window that waits for the answer.
  app.get('/auth/*', { schema: { hide: true } }, async (request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    reply.header('cache-control', PRIVATE)
    return answer(request, reply)
  })
}

const isPage = ({ url }: FastifyRequest): boolean => audienceOf(url) === 'page'

/** The page's calls reach the API in the process, as the same visitor. */
const askAs =
  (app: FastifyInstance, request: FastifyRequest): Ask =>
  async (url, { method, body }) => {
    const { cookie } = request.headers
    const answer = await app.inject({
      method: method as 'GET',
      url,
      remoteAddress: request.ip,
      ...(cookie ? { headers: { cookie } } : {}),
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body }
  }

const sendPage = (
  reply: FastifyReply,
  status: number,
  html: string,
  asked: readonly string[] = [],
): FastifyReply => {
  if (status === 503) reply.header('retry-after', 5)
  if (status >= 400 && status !== 404 && reply.getHeader('cache-control') !== PRIVATE)
    reply.header('cache-control', 'no-store')
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentPolicy(html, asked))
    .header('vary', 'Cookie')
    .send(html)
}
