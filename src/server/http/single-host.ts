import type { FastifyInstance } from 'fastify'
import { Failure } from '#core/failure.ts'

/**
 * Rejects a request with more than one Host header (RFC 9112 section 3.2), because a proxy might have used
 * the other one.
 */
export const requireSingleHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let count = 0
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]
      if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
    }
    done(count > 1 ? new Failure(400, 'A request must have exactly one Host header') : undefined)
  })
}
