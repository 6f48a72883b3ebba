import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { type ActiveSpan, startSpan } from '../tracing/tracing.ts'
import { PROBE_PATHS } from './log-requests.ts'

/**
 * Reports each request as a span with its method, route pattern, status and request id, but without its URL, which may
 * contain a private link or a search query. Register it before the hooks whose work belongs to the request.
 */
export const registerRequestTraces = (
  app: FastifyInstance,
  { tracing, trustProxy }: Pick<Config, 'tracing' | 'trustProxy'>,
): void => {
  if (!tracing) return
  const spans = new WeakMap<FastifyRequest, ActiveSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request
    if (PROBE_PATHS.has(routeOptions.url ?? '')) return done()
    const { traceparent } = headers
    const span = startSpan({
      name: `${method} ${routeOptions.url ?? 'none'}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': routeOptions.url ?? 'none',
        'request.id': id,
      },
      // Only a proxy is trusted: any other client could attach its requests to someone else's trace.
      parent: trustProxy && typeof traceparent === 'string' ? traceparent : undefined,
    })
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  // The events of a request body belong to the connection, so the request's span is lost and must be restored.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    spans.get(request)?.end({
      attributes: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: String(statusCode) }),
    })
    done()
  })
}
