import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { databaseMeaning } from '#server/database/errors.ts'

type AppParts = { config: Config; database: Database; log: FastifyBaseLogger }

/** The whole site as one Fastify instance, not yet listening. */
export const buildApp = async ({ database, log }: AppParts): Promise<FastifyInstance> => {
  const app = Fastify({ loggerInstance: log })
  app.setErrorHandler((error, _request, reply) => {
    if (databaseMeaning(error) !== 'away') return reply.code(500).send({ message: 'Something went wrong' })
    return reply.code(503).header('retry-after', '5').send({ message: 'The database is away for a moment' })
  })
  app.get('/healthz', async (_request, reply) => {
    if (await database.ping()) return { status: 'ok' }
    return reply.code(503).header('retry-after', '5').send({ message: 'The database is away for a moment' })
  })
  return app
}
