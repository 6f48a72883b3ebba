import type { FastifyInstance } from 'fastify'

/**
 * One line a request, by its route's pattern: an address may hold a private link or what someone searches for.
 * The id is in the answer too, so that a person's report can be found here.
 */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { method, id, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info(
      { reqId: id, method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms },
      'answered',
    )
  })
}
