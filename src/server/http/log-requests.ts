import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toNetworkPrefix } from '../limits/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the member whom this request has signed in; the log names them. */
    signedInMember: number | null
  }
}

/** Statuses that indicate guessing, probing or flooding, which an operator needs to trace to its origin. */
const LOGGED_WITH_ORIGIN = new Set([401, 403, 429])

/**
 * The origin of a rejected request: the member's id and the network, because a full address identifies a
 * person.
 */
const originOf = ({ viewer, signedInMember, ip }: FastifyRequest) => ({
  actor: signedInMember ?? viewer?.id ?? null,
  network: toNetworkPrefix(ip),
})

/** Sign-ins and sign-outs, changes of credentials, admins' writes and what else an operator has to be able to trace. */
const isSecurityEvent = ({ method, routeOptions: { config } }: FastifyRequest): boolean => {
  const { endpoint } = config
  if (!endpoint) return config.isSecurityEvent === true
  const { isSecurityEvent: isDeclared, needsRecentSignIn, access } = endpoint
  return Boolean(isDeclared || needsRecentSignIn) || (access === 'admin' && method !== 'GET')
}

/** Whom an admin's request concerns; other routes may have secrets in their parameters. */
const targetOf = ({ params, routeOptions }: FastifyRequest) =>
  routeOptions.config.endpoint?.access === 'admin' ? { target: (params as { id?: unknown }).id } : {}

const REQUEST_ID = 'x-request-id'
/** Monitoring asks for these every few seconds. */
export const PROBES: ReadonlySet<string> = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

/**
 * Logs one line per request with its route pattern, because a URL may contain a private link or a search
 * query. Security events and rejected requests belong to a stream of their own (`stream: "security"`) and name the member
 * and the network. Each response names its request's id.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.decorateRequest('signedInMember', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (!PROBES.has(routeOptions.url ?? '')) {
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const line = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }
      const isSecurity = LOGGED_WITH_ORIGIN.has(reply.statusCode) || isSecurityEvent(request)
      const more = isSecurity ? { stream: 'security', ...originOf(request), ...targetOf(request) } : {}
      request.log.info({ ...line, ...more }, 'request completed')
    }
    done()
  })
}
