import type { FastifyInstance } from 'fastify'

/**
 * One line a request, by its route's pattern: an address may hold a private link or what someone searches for.
 * Whoever watches over the site asks `/healthz` every few seconds; that is not worth a line.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    if (routeOptions.url !== '/healthz') {
      const ms = Math.round(reply.elapsedTime * 10) / 10
      request.log.info(
        { method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms },
        'answered',
      )
    }
    done()
  })
}
