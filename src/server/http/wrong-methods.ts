import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Failure } from '#core/failure.ts'
import { sendFailure } from './answer-errors.ts'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers 405 with `Allow` on every path that has a route for the methods it does not have. Call before any route is
 * added, and the answer once all but the pages' are: theirs take whatever path is left.
 */
export const answerWrongMethods = (app: FastifyInstance): (() => void) => {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    known.set(url, methods)
  })
  return () => {
    for (const [url, methods] of [...known]) {
      const method = METHODS.filter((one) => !methods.has(one))
      if (method.length === 0) continue
      const allow = [...methods].sort().join(', ')
      const refuse = new Failure(405, 'Method not allowed')
      app.route({
        method,
        url,
        schema: { hide: true },
        // Before a body is read: there is nothing that it could be right for.
        onRequest: async (_, reply) => sendFailure(reply.header('allow', allow), refuse),
        handler: async () => {},
      })
    }
  }
}
