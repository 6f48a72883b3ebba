import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { keepParameters } from '#core/canonical-url.ts'
import { acceptedEncoding } from './accepted-encoding.ts'

type Headers = Record<string, string>
/**
 * `body`: a short one is a Latin-1 string, which Node writes together with the headers; a long one stays bytes, which are
 * written without being copied. `unchanged`: the headers of a 304.
 */
type Kept = {
  status: number
  headers: Headers
  body: string | Buffer
  etag: string | null
  unchanged: Headers
}
type Flight = { promise: Promise<Kept | null>; land: (kept: Kept | null) => void }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request is the one that fills the cache for its key. */
    flight: { key: string; seconds: number } | null
  }
}

const MEGABYTES = 64
/** Bytes. Measured: at 9 KB a string is faster, at 134 KB bytes are, twice as fast. */
const LONG_BODY_BYTES = 32_768
const KEPT_STATUSES = new Set([200, 301, 404])
const NEVER_KEPT = new Set([
  'set-cookie',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])
/** What a 304 has nothing of. */
const OF_THE_BODY = ['content-type', 'content-encoding', 'content-length']

/**
 * Signed-out visitors all see the same bytes: their answers are kept in the process for a few seconds,
 * made once however many ask at the same time, bounded in memory, and named by their bytes (ETag), so that
 * who has them already is sent none. A request that carries a session cookie neither reads nor fills it.
 * Must be added before every other hook, so that a hit skips them.
 */
export const cacheForVisitors = (
  app: FastifyInstance,
  hasSessionCookie: (request: FastifyRequest) => boolean,
): void => {
  const kept = new LRUCache<string, Kept>({
    maxSize: MEGABYTES * 1024 * 1024,
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 3_000,
  })
  const flights = new Map<string, Flight>()

  app.decorateRequest('flight', null)

  app.addHook('onRequest', (request, reply, done) => {
    const seconds = request.routeOptions.config.visitorCache
    if (!seconds || hasSessionCookie(request)) return done()
    const prefix = `${request.method} ${acceptedEncoding(request.headers['accept-encoding'])} `
    // Most URLs are canonical already, which saves working it out.
    const key = kept.has(prefix + request.url) ? prefix + request.url : prefix + canonicalUrl(request)
    const hit = kept.get(key)
    if (hit) return replay(request, reply, hit)
    const flight = flights.get(key)
    if (flight)
      return void flight.promise.then((landed) => (landed ? replay(request, reply, landed) : done()))
    flights.set(key, takeOff())
    request.flight = { key, seconds }
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.flight) return
    const { key, seconds } = request.flight
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (!KEPT_STATUSES.has(reply.statusCode) || !(Buffer.isBuffer(body) || body === null)) return
    // Every request that waits for this one then makes its own answer.
    if (String(reply.getHeader('cache-control')).includes('private')) return
    // What a refusal forbids others to keep is kept here alone.
    if (!reply.hasHeader('cache-control')) {
      const often = `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds * 10}`
      reply.header('cache-control', often)
    }
    const entry = keep(reply, body)
    kept.set(key, entry, { ttl: seconds * 1000 })
    flights.get(key)?.land(entry)
    if (entry.etag) reply.header('etag', entry.etag)
    // Fastify measures what a HEAD would bring, so there has to be something.
    if (request.method === 'HEAD' || !isHeldBy(request, entry)) return body
    for (const name of OF_THE_BODY) reply.removeHeader(name)
    reply.code(304)
    return null
  })

  // Also where the answer failed or the client left: those who wait then make their own.
  app.addHook('onResponse', (request, _, done) => end(request, done))
  app.addHook('onRequestAbort', (request, done) => end(request, done))

  const end = (request: FastifyRequest, done: () => void) => {
    if (request.flight) {
      flights.get(request.flight.key)?.land(null)
      flights.delete(request.flight.key)
      request.flight = null
    }
    done()
  }
}

const canonicalUrl = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.config.cacheUrl?.(url) ?? keepParameters(url, [])

const takeOff = (): Flight => {
  const { promise, resolve } = Promise.withResolvers<Kept | null>()
  return { promise, land: resolve }
}

/** Past all later hooks: what they would do was done when the answer was made. */
const replay = (request: FastifyRequest, reply: FastifyReply, kept: Kept): void => {
  reply.hijack()
  if (isHeldBy(request, kept)) {
    reply.raw.writeHead(304, kept.unchanged)
    reply.raw.end()
    return
  }
  reply.raw.writeHead(kept.status, kept.headers)
  if (typeof kept.body === 'string') reply.raw.end(kept.body, 'latin1')
  else reply.raw.end(kept.body)
}

/** Whether the asking one has these very bytes; a proxy that packs them otherwise says `W/` before their name. */
const isHeldBy = ({ headers }: FastifyRequest, { etag }: Kept): boolean => {
  const held = headers['if-none-match']
  if (held === undefined || etag === null) return false
  return held === '*' || held.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

const keep = (reply: FastifyReply, body: Buffer | null): Kept => {
  const headers: Headers = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !NEVER_KEPT.has(name)) headers[name] = String(value)
  }
  const etag = body && reply.statusCode === 200 ? `"${hash('sha1', body, 'base64url')}"` : null
  if (etag) headers.etag = etag
  const unchanged = { ...headers }
  for (const name of OF_THE_BODY) delete unchanged[name]
  if (body) headers['content-length'] = String(body.length)
  const isLong = body !== null && body.length > LONG_BODY_BYTES
  const stored = isLong ? body : (body?.toString('latin1') ?? '')
  return { status: reply.statusCode, headers, body: stored, etag, unchanged }
}
