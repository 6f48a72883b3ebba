import type { FastifyInstance, HTTPMethods } from 'fastify'
import { parse } from 'regexparam'
import { HttpError } from '#core/http-error.ts'
import { sendError } from './error-handler.ts'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Responds with 405 and `Allow` to undeclared methods on every path that has a route. Call it before adding
 * any route, and call the returned function after adding all routes except the pages' catch-all route.
 */
export const registerMethodNotAllowed = (app: FastifyInstance): (() => void) => {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsByUrl.set(url, methods)
  })
  return () => {
    const declared = [...methodsByUrl].map(([url, methods]) => ({
      url,
      method: METHODS.filter((name) => !methods.has(name)),
      allow: [...methods].sort().join(', '),
      pattern: parse(url).pattern,
    }))
    const methodNotAllowed = new HttpError('method-not-allowed')
    // Methods that the router does not support, such as PROPFIND, match no route on any path.
    app.addHook('onRequest', async (request, reply) => {
      if (!request.is404) return
      const path = request.url.replace(/\/?([?#].*)?$/s, '')
      const match =
        declared.find(({ url }) => url === path) ?? declared.find(({ pattern }) => pattern.test(path))
      if (match) return sendError(reply.header('allow', match.allow), methodNotAllowed)
    })
    for (const { url, method, allow } of declared) {
      if (method.length === 0) continue
      app.route({
        method,
        url,
        schema: { hide: true },
        // Responds before the body is read because the body is not used.
        onRequest: async (_, reply) => sendError(reply.header('allow', allow), methodNotAllowed),
        handler: async () => {},
      })
    }
  }
}
