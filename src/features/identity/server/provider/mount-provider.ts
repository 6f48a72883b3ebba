import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { toHttpError } from '#server/http/error-handler.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '#server/limits/rate-limit.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import type { EmbeddedProvider } from './create-embedded-provider.ts'
import { createHeaderHook, handOver } from './hand-over.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { findKnownBrowser } from './known-device.ts'
import { accountLinkRoutes } from './link-routes.ts'
import { toLocalUrl } from './local-url.ts'
import { createRecentRejections } from './recent-rejections.ts'

const PREFIX = '/identity'

/** The maximum numbers of requests and of submitted forms of an address in ten minutes. */
const MAX_REQUESTS = 600
const MAX_FORMS = 120

type Dependencies = { sql: Sql; config: Config; provider: EmbeddedProvider }

/**
 * Mounts the embedded provider under /identity, in its own Fastify scope because the library reads bodies
 * itself.
 */
export const mountProvider = (app: FastifyInstance, { sql, config, provider }: Dependencies): void => {
  const rejections = createRecentRejections()
  /**
   * Limits requests by address, before anything else is done for them. When others at its address have used up the
   * limit, a known browser has one of its own.
   */
  const limitRequests = async (request: FastifyRequest) => {
    const isForm = request.method === 'POST' && request.routeOptions.url !== `${PREFIX}/*`
    const key = isForm ? 'identity-form' : 'identity'
    const max = isForm ? MAX_FORMS : MAX_REQUESTS
    const limit = { max, windowSeconds: 600, scale: config.rateLimitScale }
    const requester = `${key}:${toRateLimitAddress(request.ip)}`
    try {
      rejections.throwIfRecent(requester)
      await consumeAddressRateLimit(sql, { key, ip: request.ip, ...limit })
    } catch (error) {
      rejections.add(requester, error)
      const browser = await findKnownBrowser({ sql, config }, request)
      if (!browser) throw error
      // Stricter limits of an operator concern strangers.
      const scale = Math.max(1, config.rateLimitScale)
      await consumeRateLimit(sql, { key: `${key}:device:${browser}`, ...limit, scale })
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', createHeaderHook(config.publicUrl))
    scope.addHook('onRequest', async (_request, { raw: response }) => {
      // All pages shown in the popup send the same opener policy; a different one would sever the popup from
      // its opener.
      response.setHeader('cross-origin-opener-policy', 'unsafe-none')
    })
    scope.addHook('onRequest', limitRequests)
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const isExpired = error.name === 'SessionNotFound'
      const failure = toHttpError(error)
      if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
      if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
      const text = isExpired ? 'This sign-in has expired. Close this window and try again.' : failure.message
      return reply.sendProviderPage(isExpired ? 400 : failure.status, {
        page: 'message',
        title: 'Sign-in failed',
        text,
      })
    })

    scope.register(async (pages) => interactionRoutes(pages, { sql, config, provider: provider.get }))

    scope.register(async (pages) => accountLinkRoutes(pages, { sql, config }))

    scope.register(async (library) => {
      library.addContentTypeParser('*', (_request, _payload, done) => done(null))
      library.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url: `${PREFIX}/*`,
        schema: { hide: true },
        handler: async (request, reply) => {
          const local = toLocalUrl(request.raw.url ?? '', PREFIX)
          return handOver(await provider.get(), request, reply, { prefix: PREFIX, local })
        },
      })
    })
  })
}
