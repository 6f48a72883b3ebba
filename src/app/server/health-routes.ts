import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database } from '#server/database/connect.ts'
import { siteVersion } from '#server/version.ts'

/**
 * Registers the health checks. `/livez` responds as long as the process does. `/readyz` (formerly `/healthz`,
 * which still works) responds with 200 only if the primary database is available, and reports the version and which replicas
 * are in use.
 */
export const registerHealthRoutes = (app: FastifyInstance, database: Database): void => {
  app.get('/livez', { schema: { hide: true } }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  for (const path of ['/healthz', '/readyz'])
    app.get(path, { schema: { hide: true } }, async (_, reply) => {
      if (!(await database.ping())) throw new HttpError('database-unavailable', { retryAfter: 5 })
      const replicas = database.replicaStates().map(({ isUsable, lagMs }) => ({ isUsable, lagMs }))
      return reply
        .header('cache-control', 'no-store')
        .send({ status: 'ok', version: siteVersion, ...(replicas.length > 0 && { replicas }) })
    })
}
