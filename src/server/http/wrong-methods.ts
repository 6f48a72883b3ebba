import type { FastifyInstance, HTTPMethods } from 'fastify'
import { parse } from 'regexparam'
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
    const declared = [...known].map(([url, methods]) => ({
      url,
      method: METHODS.filter((one) => !methods.has(one)),
      allow: [...methods].sort().join(', '),
      pattern: parse(url).pattern,
    }))
    const refuse = new Failure(405, 'Method not allowed')
    // The methods that the router does not know at all, like PROPFIND, find no route on any path.
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return
      const path = request.url.replace(/\/?([?#].*)?$/s, '')
      const found =
        declared.find(({ url }) => url === path) ?? declared.find(({ pattern }) => pattern.test(path))
      if (found) return sendFailure(reply.header('allow', found.allow), refuse)
    })
    for (const { url, method, allow } of declared) {
      if (method.length === 0) continue
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
