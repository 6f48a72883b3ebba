import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '#core/viewer.ts'

const MAX_AGE_DAYS = 30

export const createSessionToken = (): string => randomBytes(32).toString('base64url')

const cookieAttributes = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: publicUrl.startsWith('https:'),
})

/** Sets the session cookie. The response is personal, so no cache may store it. */
export const setSessionCookie = (reply: FastifyReply, publicUrl: string, token: string): FastifyReply =>
  reply.header('cache-control', 'private, no-store').setCookie(getSessionCookieName(publicUrl), token, {
    ...cookieAttributes(publicUrl),
    maxAge: MAX_AGE_DAYS * 86_400,
  })

export const clearSessionCookie = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  reply
    .header('cache-control', 'private, no-store')
    .clearCookie(getSessionCookieName(publicUrl), cookieAttributes(publicUrl))

declare module 'fastify' {
  interface FastifyRequest {
    /** The member who sent the request; null for a visitor. */
    viewer: Viewer
    /** The hash of the session cookie that was sent, whether or not it belongs to a valid session. */
    sessionHash: Buffer | null
    /** Replies that were read together with the session, by operation; set for pages only. */
    knownReplies: Readonly<Record<string, unknown>> | null
  }
  interface FastifyContextConfig {
    /** Responds to everybody as to a visitor, whatever cookies the request has. */
    ignoresCookies?: boolean
  }
}

/**
 * Returns the name of the session cookie. The `__Host-` prefix binds the cookie to this host and https; browsers reject
 * the prefix over plain http (development).
 */
export const getSessionCookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-session' : 'session'

/**
 * Returns whether a request might carry a session, before its cookies are parsed. Cookie parsing tolerates whitespace
 * (`session =…`), so only a header that does not contain the name at all is certain not to carry one.
 */
export const mightHaveSession = ({ headers }: Pick<FastifyRequest, 'headers'>, cookie: string): boolean =>
  headers.cookie?.includes(cookie) ?? false

export const hashSessionToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const TOKEN = /^[A-Za-z0-9_-]{22,100}$/

type SignedIn = { viewer: Viewer; replies?: Readonly<Record<string, unknown>> }

/** Sets `request.viewer` on every request, by looking up the hash of the session cookie once. */
export const registerSessions = (
  app: FastifyInstance,
  cookie: string,
  find: (tokenHash: Buffer, request: FastifyRequest) => Promise<SignedIn | null>,
): void => {
  app.decorateRequest('viewer', null)
  app.decorateRequest('sessionHash', null)
  app.decorateRequest('knownReplies', null)
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    if (request.routeOptions.config.ignoresCookies) return
    const token = request.cookies[cookie]
    if (token === undefined) {
      if (request.routeOptions.url?.startsWith('/api/')) reply.header('vary', 'Cookie, Authorization')
      return
    }
    reply.header('cache-control', 'private, no-store')
    if (!TOKEN.test(token)) return
    request.sessionHash = hashSessionToken(token)
    const found = await find(request.sessionHash, request)
    if (!found) return
    request.viewer = found.viewer
    request.knownReplies = found.replies ?? null
  })
}
