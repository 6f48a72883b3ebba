import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paths } from '#core/paths.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { createHeaderHook, handOver } from '../provider/hand-over.ts'
import { toLocalUrl } from '../provider/local-url.ts'
import { upsertApplication } from './application-query.ts'
import { OAUTH_PREFIX, RESOURCE_PATHS } from './authorization-paths.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { createClient, getRedirectHost, RegistrationError } from './client-metadata.ts'

/** The numbers of requests and registrations of an address in ten minutes. */
const MAX_REQUESTS = 600
const MAX_REGISTRATIONS = 20

const MAX_REGISTRATION_BYTES = 64 * 1024

type Dependencies = { sql: Sql; config: Config; server: AuthorizationServer }

/**
 * Mounts the OAuth server under /oauth, in a Fastify scope of its own because the library reads bodies itself, and
 * serves the documents by which programs find it.
 */
export const mountAuthorizationServer = (
  app: FastifyInstance,
  { sql, config, server }: Dependencies,
): void => {
  const { publicUrl, rateLimitScale: scale } = config
  const limit = async ({ ip }: FastifyRequest) =>
    consumeAddressRateLimit(sql, { key: 'oauth', ip, max: MAX_REQUESTS, windowSeconds: 600, scale })

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', createHeaderHook(publicUrl))
    scope.addHook('onRequest', limit)
    scope.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${OAUTH_PREFIX}/*`,
      schema: { hide: true },
      handler: async (request, reply) => {
        const local = withScope(toLocalUrl(request.raw.url ?? '', OAUTH_PREFIX))
        return handOver(await server(), request, reply, { prefix: OAUTH_PREFIX, local })
      },
    })
    scope.get(paths.authorizationServerMetadata, { schema: { hide: true } }, async (request, reply) => {
      reply.raw.setHeader('access-control-allow-origin', '*')
      const local = paths.authorizationServerMetadata
      return handOver(await server(), request, reply, { prefix: OAUTH_PREFIX, local })
    })
  })

  if (config.registersApplications) addRegistration(app, { sql, config })
  for (const path of RESOURCE_PATHS) {
    const resource = `${publicUrl}${path}`
    app.get(paths.resourceMetadata(path), { schema: { hide: true } }, async (_, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cache-control', 'public, max-age=300')
        .send({
          resource,
          authorization_servers: [publicUrl],
          scopes_supported: tokenScopes,
          bearer_methods_supported: ['header'],
          resource_name: config.siteName,
          resource_documentation: publicUrl + paths.apiDocs,
        }),
    )
  }
}

/** A program that asks for no scope gets the least one. */
const withScope = (url: string): string => {
  const [path, query = ''] = url.split('?', 2)
  if (path !== '/auth' || new URLSearchParams(query).get('scope')) return url
  return `${path}?${query ? `${query}&` : ''}scope=read`
}

/** Lets programs register themselves (RFC 7591), which those without metadata of their own need. */
const addRegistration = (
  app: FastifyInstance,
  { sql, config }: Pick<Dependencies, 'sql' | 'config'>,
): void => {
  app.post(
    `${OAUTH_PREFIX}/reg`,
    {
      schema: { hide: true },
      bodyLimit: MAX_REGISTRATION_BYTES,
      onRequest: async ({ ip }) =>
        consumeAddressRateLimit(sql, {
          key: 'register-application',
          ip,
          max: MAX_REGISTRATIONS,
          windowSeconds: 600,
          scale: config.rateLimitScale,
        }),
    },
    async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      try {
        const client = createClient(body)
        const [first = ''] = client.redirect_uris
        await upsertApplication(sql, {
          clientId: client.client_id,
          name: client.client_name,
          host: getRedirectHost(first).host,
          registration: JSON.stringify(client),
        })
        return reply.code(201).send({ ...client, client_id_issued_at: Math.floor(Date.now() / 1_000) })
      } catch (error) {
        if (!(error instanceof RegistrationError)) throw error
        return reply.code(400).send({ error: error.code, error_description: error.message })
      }
    },
  )
}
