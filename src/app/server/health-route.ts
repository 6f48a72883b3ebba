import type { FastifyInstance } from 'fastify'
import { unavailable } from '#core/failure.ts'
import type { Database } from '#server/database/connect.ts'

/** Responds with 200 only if the database responds. */
export const healthRoute = (app: FastifyInstance, database: Database): void => {
  app.get('/healthz', { schema: { hide: true } }, async (_, reply) => {
    if (!(await database.ping())) throw unavailable('The database is temporarily unavailable')
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
