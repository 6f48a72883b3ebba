import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitedNetwork } from '#server/limits/take-from-limit.ts'

/** Statuses of attempts that an operator wants to tell apart: guessing, probing and flooding. */
const REFUSALS = new Set([401, 403, 429])

/** Who sent a refused request: a member's id, and the network of the address rather than the address of a person. */
const originOf = ({ viewer, ip }: FastifyRequest) => ({
  actor: viewer?.id ?? null,
  network: limitedNetwork(ip),
})

/**
 * One line a request, by its route's pattern: an address may hold a private link or what someone searches for.
 * Whoever watches over the site asks `/healthz` every few seconds; that is not worth a line.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.url !== '/healthz') {
      const ms = Math.round(reply.elapsedTime * 10) / 10
      const line = { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }
      request.log.info(REFUSALS.has(reply.statusCode) ? { ...line, ...originOf(request) } : line, 'answered')
    }
    done()
  })
}
