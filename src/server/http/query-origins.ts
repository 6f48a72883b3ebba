import type { FastifyInstance } from 'fastify'
import { runWithQueryOrigin } from '../database/query-origin.ts'

/**
 * Adds the request to the log entry of each slow statement. Register it after the anonymous response cache
 * because a cached response sends no statements.
 */
export const registerQueryOrigins = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ id }, _reply, done) => runWithQueryOrigin({ requestId: id }, done))
}
