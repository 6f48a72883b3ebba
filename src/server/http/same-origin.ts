import type { FastifyInstance } from 'fastify'
import { forbidden } from '#core/failure.ts'
import { mayCarrySession } from '#server/session/read-session.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site writes (CSRF) before the body is read. `Sec-Fetch-Site`, which only the browser can set,
 * decides if it is present; otherwise `Origin` must match the site's. Every browser of the last ten years
 * sends one of them with a write, so a request with neither comes from a program and must not carry a session
 * cookie.
 */
export const refuseOtherOrigins = (app: FastifyInstance, publicUrl: string, cookieName: string): void => {
  const { origin: ownOrigin } = new URL(publicUrl)
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request
    if (READS.has(method)) return
    const site = headers['sec-fetch-site']
    if (site !== undefined) {
      if (site === 'same-origin') return
      if (site !== 'none') throw forbidden('This request came from another site')
    }
    if (headers.origin === ownOrigin) return
    if (headers.origin !== undefined) throw forbidden('This request came from another site')
    if (mayCarrySession(request, cookieName))
      throw forbidden('A request with a session cookie must have an Origin header')
  })
}
