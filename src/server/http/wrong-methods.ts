import type { FastifyInstance, HTTPMethods } from 'fastify'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers 405 with `Allow` on every declared path for the methods it does not have. Call before any route is added. */
export const answerWrongMethods = (app: FastifyInstance): (() => void) => {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.endpoint) return
    const methods = known.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    known.set(url, methods)
  })
  return () => {
    for (const [url, methods] of known) {
      const allow = [...methods].join(', ')
      app.route({
        method: METHODS.filter((method) => !methods.has(method)),
        url,
        schema: { hide: true },
        handler: async (_, reply) =>
          reply.code(405).header('allow', allow).send({ message: 'Method not allowed' }),
      })
    }
  }
}
