import type { FastifyInstance } from 'fastify'
import { Failure } from '#core/failure.ts'

/** Refuses a request with more than one Host header (RFC 9112, section 3.2): a proxy might have read the other one. */
export const requireSingleHost = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders } = request.raw
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const name = rawHeaders[at]
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
    }
    done(hosts > 1 ? new Failure(400, 'A request must have one Host header') : undefined)
  })
}
