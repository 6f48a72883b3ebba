import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#core/viewer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is asking; null for a visitor. */
    viewer: Viewer
    /** Of the session cookie that came along, whether it opens a session or not. */
    sessionHash: Buffer | null
  }
}

/** `__Host-` pins the cookie to this host and https; plain http (a laptop) cannot have it. */
export const sessionCookie = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session'

/**
 * Whether a request may carry a session, before its cookies are read: `session =…` names the cookie too, so that only
 * a header without the very word is sure to carry none.
 */
export const mayCarrySession = ({ headers }: Pick<FastifyRequest, 'headers'>, cookie: string): boolean =>
  headers.cookie?.includes(cookie) ?? false

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TOKEN = /^[A-Za-z0-9_-]{22,100}$/

/** Every request learns who asks, by one look-up of the cookie's hash. */
export const readSessions = (
  app: FastifyInstance,
  cookie: string,
  findViewer: (tokenHash: Buffer) => Promise<Viewer>,
): void => {
  app.decorateRequest('viewer', null)
  app.decorateRequest('sessionHash', null)
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const token = request.cookies[cookie]
    if (token === undefined) {
      if (request.routeOptions.url?.startsWith('/api/')) reply.header('vary', 'Cookie')
      return
    }
    reply.header('cache-control', 'private, no-store')
    if (!TOKEN.test(token)) return
    request.sessionHash = hashToken(token)
    request.viewer = await findViewer(request.sessionHash)
  })
}
