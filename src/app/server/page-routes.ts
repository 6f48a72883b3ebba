import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import { classifyUrl } from '#server/http/classify-url.ts'
import { chooseEncoding } from '#server/http/compress.ts'
import { PRIVATE_NO_STORE, sendError, toHttpError } from '#server/http/error-handler.ts'
import type { LocalCall } from '#server/http/local-calls.ts'
import { createRenderQueue, PRIORITY, yieldToRequests } from '#server/http/render-queue.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { createContentSecurityPolicy } from './content-security-policy.ts'
import type { PageRenderer } from './page-renderer.ts'
import type { StoredPages } from './stored-pages.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The digest under which this response is stored once it is sent, if it is a page to be stored. */
    digestToStore: string | null
  }
}

/**
 * The maximum number of pages per IP address in the render queue. It is generous because several people may
 * share an address.
 */
const MAX_PAGES_PER_ADDRESS = 24

/**
 * Serves a page for every path that belongs to neither the API nor a file. An unknown path gets a page with status 404.
 */
export const registerPageRoutes = (
  app: FastifyInstance,
  {
    renderer,
    config,
    createCall,
    hasMembers,
    storedPages,
  }: {
    renderer?: PageRenderer
    config: Config
    createCall: (page: FastifyReply) => LocalCall
    hasMembers: () => boolean
    storedPages: StoredPages
  },
): void => {
  const { issuer, pictureHost } = config.oidc.external ?? {}
  const connectSources = [...(issuer ? [new URL(issuer).origin] : []), ...(pictureHost ? [pictureHost] : [])]
  app.setNotFoundHandler((request, reply) =>
    isPageRequest(request)
      ? sendError(reply.header('allow', 'GET, HEAD'), new HttpError('method-not-allowed'))
      : sendError(reply, new HttpError('not-found')),
  )
  if (!renderer) return

  // The policy is the same for every page.
  let policy: string | undefined
  const queue = createRenderQueue({
    maxPerAddress: config.rateLimitScale === 0 ? Infinity : MAX_PAGES_PER_ADDRESS,
    hasMembers,
  })

  const sendRendered = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPageRequest(request)) return reply.callNotFound()
    try {
      const url = renderer.cacheUrl(request.url)
      const job = {
        owner: toRateLimitAddress(request.ip),
        priority: request.viewer ? PRIORITY.member : url.includes('?') ? PRIORITY.list : PRIORITY.page,
      }
      const page = await queue.run(job, async () => {
        await yieldToRequests()
        const acceptsStored = chooseEncoding(request.headers['accept-encoding']) === 'br'
        const findStored = acceptsStored ? storedPages.find : undefined
        return renderer.render(url, createCall(reply), request.viewer !== null, findStored)
      })
      if (page.stored?.isFound) reply.header('content-encoding', 'br')
      else reply.digestToStore = page.stored?.digest ?? null
      if (page.status >= 500) request.log.error({ err: page.error }, 'page rendered without its data')
      if (page.location) return reply.redirect(page.location, page.status)
      policy ??= createContentSecurityPolicy(page.inlineScripts, connectSources)
      if (page.status === 503) reply.header('retry-after', 5)
      if (page.status >= 400 && page.status !== 404 && reply.getHeader('cache-control') !== PRIVATE_NO_STORE)
        reply.header('cache-control', 'no-store')
      return reply
        .code(page.status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('vary', 'Cookie')
        .send(page.html)
    } catch (error) {
      if (!(error instanceof HttpError)) request.log.error({ err: error }, 'page rendering failed')
      return sendError(reply, toHttpError(error))
    }
  }
  app.decorateReply('digestToStore', null)
  /** Stores the page as it is sent. Whoever asked for it does not wait. */
  const storePage = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const digest = reply.digestToStore
    if (digest && Buffer.isBuffer(payload) && reply.getHeader('content-encoding') === 'br')
      storedPages
        .store(digest, payload)
        .catch((error: unknown) => request.log.warn({ err: error }, 'page not stored'))
    return payload
  }
  app.get(
    '/*',
    {
      schema: { hide: true },
      config: { cacheSeconds: 5, cacheUrl: renderer.cacheUrl },
      onSend: storePage,
    },
    sendRendered,
  )
  // These pages are not cached: a private link is a secret, and deleting a post or renewing its link must take effect
  // immediately.
  app.get('/private/*', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', PRIVATE_NO_STORE)
    return sendRendered(request, reply)
  })
  // These are the pages that the identity provider redirects to. Their URLs contain an authorization code, so
  // they must not be cached. If their opener policy were stricter than that of the provider's page, the popup
  // would lose its reference to the window that opened it.
  app.get('/auth/*', { schema: { hide: true } }, async (request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    reply.header('cache-control', PRIVATE_NO_STORE)
    return sendRendered(request, reply)
  })
}

/** Returns whether a request is for a page, rather than for the API or a file. */
export const isPageRequest = ({ url }: FastifyRequest): boolean => classifyUrl(url) === 'page'
