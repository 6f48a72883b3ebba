import type { FastifyInstance } from 'fastify'
import { runForOrigin } from '../database/query-origin.ts'

/**
 * Lets the log of slow statements name the request that has sent them. Register it after the anonymous response cache,
 * because a cached response sends none.
 */
export const registerQueryOrigins = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ id }, _reply, done) => runForOrigin({ requestId: id }, done))
  // The body's events belong to the connection, so they have lost the request's context.
  app.addHook('preValidation', ({ id }, _reply, done) => runForOrigin({ requestId: id }, done))
}
