import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { asFailure } from '#server/http/answer-errors.ts'
import { takeFromAddressLimit } from '#server/limits/take-from-limit.ts'
import { interactionRoutes } from './interaction-routes.ts'
import { hasKnownDevice } from './known-device.ts'
import type { EmbeddedProvider } from './open-provider.ts'
import { messagePage, PAGE_POLICY, sendPage } from './page.ts'

const PREFIX = '/identity'

type Parts = { sql: Sql; config: Config; provider: EmbeddedProvider }

/** The embedded provider under /identity, in a room of its own: the library reads bodies itself. */
export const mountProvider = (app: FastifyInstance, { sql, config, provider }: Parts): void => {
  const { siteName } = config
  const { protocol, host } = new URL(config.publicUrl)
  /** By address; a browser in which somebody has signed in before is not limited by what its neighbours do. */
  const limitRequests = async (request: FastifyRequest) => {
    try {
      await takeFromAddressLimit(sql, {
        ...{ key: 'identity', ip: request.ip, most: 600, seconds: 600, scale: config.rateLimitScale },
      })
    } catch (error) {
      if (!(await hasKnownDevice({ sql, config }, request))) throw error
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addHook('onRequest', async ({ raw }, { raw: answer }) => {
      // The library makes cookies and addresses from these; only PUBLIC_URL knows them.
      raw.headers.host = host
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      delete raw.headers['x-forwarded-host']
      answer.setHeader('content-security-policy', PAGE_POLICY)
      answer.setHeader('cache-control', 'no-store')
      // One policy from here to the page that the site opened and back: another one would cut the window off from it.
      answer.setHeader('cross-origin-opener-policy', 'unsafe-none')
    })
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const isExpired = error.name === 'SessionNotFound'
      const failure = asFailure(error)
      if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
      if (failure.retryAfter) reply.header('retry-after', failure.retryAfter)
      const text = isExpired
        ? 'This sign-in has expired. Please close this window and start again.'
        : failure.message
      return sendPage(reply, isExpired ? 400 : failure.status, messagePage(siteName, 'Sign-in failed', text))
    })

    scope.register(async (pages) => interactionRoutes(pages, { sql, config, provider: provider.get }))

    scope.register(async (library) => {
      library.addContentTypeParser('*', (_request, _payload, done) => done(null))
      library.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url: `${PREFIX}/*`,
        schema: { hide: true },
        handler: async (request, reply) => {
          await limitRequests(request)
          const handle = (await provider.get()).callback()
          reply.hijack()
          const { url = '' } = request.raw
          // It reads its own place from the difference of the two.
          await handle(
            Object.assign(request.raw, { originalUrl: url, url: url.slice(PREFIX.length) }),
            reply.raw,
          )
          return reply
        },
      })
    })
  })
}
