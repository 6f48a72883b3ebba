import type { FastifyInstance } from 'fastify'
import { forbidden } from '#core/failure.ts'
import { mayCarrySession } from '#server/session/read-session.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send, before the body is read. `Sec-Fetch-Site` is the browser's own
 * word and decides where it is there; otherwise `Origin` must be ours. Every browser of the last ten years sends one of
 * them with a write: a request with neither is a program's, and may not use a browser's session cookie.
 */
export const refuseOtherOrigins = (app: FastifyInstance, publicUrl: string, cookieName: string): void => {
  const { origin: ours } = new URL(publicUrl)
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request
    if (READS.has(method)) return
    const site = headers['sec-fetch-site']
    if (site !== undefined) {
      if (site === 'same-origin') return
      if (site !== 'none') throw forbidden('This request came from another site')
    }
    if (headers.origin === ours) return
    if (headers.origin !== undefined) throw forbidden('This request came from another site')
    if (mayCarrySession(request, cookieName)) throw forbidden('A request with a session must say its Origin')
  })
}
