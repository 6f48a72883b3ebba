import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { mightHaveSession } from '../session/session-cookie.ts'
import type { SetSecurityHeaders } from './security-headers.ts'

/**
 * Rejects a request with more than one Host header (RFC 9112 section 3.2) because a proxy might have used a
 * different one. The hook runs before the one that sets the security headers, so it sets them itself.
 */
export const enforceSingleHost = (app: FastifyInstance, setSecurityHeaders: SetSecurityHeaders): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { rawHeaders } = request.raw
    let count = 0
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]
      if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
    }
    if (count > 1) setSecurityHeaders(request.raw, reply.raw)
    done(
      count > 1
        ? new HttpError('malformed-request', { message: 'A request must have exactly one Host header' })
        : undefined,
    )
  })
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site writes (CSRF) before the body is read. If present, `Sec-Fetch-Site` is decisive, because
 * only the browser can set it; otherwise `Origin` must match the site's origin. Every browser of the last ten
 * years sends one of the two with a write, so a request with neither comes from a program and must not carry
 * a session cookie.
 */
export const rejectCrossOriginWrites = (
  app: FastifyInstance,
  publicUrl: string,
  cookieName: string,
): void => {
  const { origin: ownOrigin } = new URL(publicUrl)
  app.addHook('onRequest', async (request) => {
    const { method, headers } = request
    if (READS.has(method)) return
    const site = headers['sec-fetch-site']
    if (site !== undefined) {
      if (site === 'same-origin') return
      if (site !== 'none') throw new HttpError('cross-origin-request')
    }
    if (headers.origin === ownOrigin) return
    if (headers.origin !== undefined) throw new HttpError('cross-origin-request')
    if (mightHaveSession(request, cookieName))
      throw new HttpError('cross-origin-request', {
        message: 'A request with a session cookie must have an Origin header',
      })
  })
}
