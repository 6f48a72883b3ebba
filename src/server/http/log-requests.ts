import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toNetworkPrefix } from '../limits/rate-limit-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the member who signed in with this request; included in the log. */
    signedInMember: number | null
  }
}

/**
 * Status codes that indicate guessing, probing or flooding, whose origin an operator must be able to trace.
 */
const LOGGED_WITH_ORIGIN = new Set([401, 403, 429])

/**
 * Returns the origin of a rejected request: the member's id and the network prefix only, because a full address
 * identifies a person.
 */
const originOf = ({ viewer, signedInMember, ip }: FastifyRequest) => ({
  actor: signedInMember ?? viewer?.id ?? null,
  network: toNetworkPrefix(ip),
})

/**
 * Returns whether a request is a security event: a sign-in or sign-out, a change of credentials, a write by an admin,
 * or anything else that an operator must be able to trace.
 */
const isSecurityEvent = ({ method, routeOptions: { config } }: FastifyRequest): boolean => {
  const { endpoint } = config
  if (!endpoint) return config.isSecurityEvent === true
  const { isSecurityEvent: isDeclared, needsRecentSignIn, access } = endpoint
  return Boolean(isDeclared || needsRecentSignIn) || (access === 'admin' && method !== 'GET')
}

/** Returns the target of an admin's request; parameters of other routes may contain secrets. */
const targetOf = ({ params, routeOptions }: FastifyRequest) =>
  routeOptions.config.endpoint?.access === 'admin' ? { target: (params as { id?: unknown }).id } : {}

const REQUEST_ID = 'x-request-id'
/** Paths that monitoring requests every few seconds. */
export const PROBE_PATHS: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/**
 * Logs one line per request with its route pattern rather than its URL, which may contain a private link or a search
 * query. Security events and rejected requests are logged in a separate stream (`stream: "security"`) with the member's
 * id and the network prefix of their address. Each response includes the id of its request.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.decorateRequest('signedInMember', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (!PROBE_PATHS.has(routeOptions.url ?? '')) {
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const line = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }
      const isSecurity = LOGGED_WITH_ORIGIN.has(reply.statusCode) || isSecurityEvent(request)
      const more = isSecurity ? { stream: 'security', ...originOf(request), ...targetOf(request) } : {}
      request.log.info({ ...line, ...more }, 'request completed')
    }
    done()
  })
}
