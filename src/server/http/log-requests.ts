import type { FastifyInstance } from 'fastify'

/**
 * One line a request, by its route's pattern: an address may hold a private link or what someone searches for.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms }, 'answered')
  })
}
