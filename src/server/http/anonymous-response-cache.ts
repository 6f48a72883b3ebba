import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pickQueryParameters } from '#core/canonical-url.ts'
import { ExpiringCache } from '#core/expiring-cache.ts'
import { getWorkerShare } from '../workers.ts'
import { chooseEncoding } from './compress.ts'

type Headers = Record<string, string>
/**
 * A cached response. `body` is a Latin-1 string if it is short, because Node writes a string together with the headers
 * in one packet. A long body stays a Buffer, which is written without being copied. `notModified` holds the headers for
 * a 304.
 */
type CacheEntry = {
  status: number
  headers: Headers
  body: string | Buffer
  etag: string | null
  notModified: Headers
}
type PendingFill = {
  promise: Promise<CacheEntry | null>
  settle: (entry: CacheEntry | null) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while this request computes the response for its cache key; other requests wait for the result. */
    cacheFill: { key: string; seconds: number } | null
  }
}

/** Each worker has its own cache, so each of several workers gets less memory. */
const MAX_SIZE_MB = getWorkerShare(64, 16)
/** Longer bodies stay Buffers. Measured: at 9 kB a string is faster; at 134 kB a Buffer is twice as fast. */
const LONG_BODY_BYTES = 32_768
const CACHEABLE_STATUSES = new Set([200, 301, 404])
const UNCACHED_HEADERS = new Set([
  'set-cookie',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])
/** Headers that describe the body and are absent from a 304. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-length']

/** The cache of one app and its metrics. */
export type ResponseCache = {
  entries: ExpiringCache<CacheEntry>
  /** The responses that are being computed, by key. */
  pendingFills: Map<string, PendingFill>
  /**
   * The number of visitors' requests for cacheable responses by result; `shared` requests waited for a concurrent
   * request.
   */
  requests: { hit: number; miss: number; shared: number }
}

export const createResponseCache = (): ResponseCache => ({
  entries: new ExpiringCache<CacheEntry>({
    maxSize: MAX_SIZE_MB * 1024 * 1024,
    sizeCalculation: ({ body }, key) => body.length + key.length * 2 + 3_000,
  }),
  pendingFills: new Map(),
  requests: { hit: 0, miss: 0, shared: 0 },
})

/**
 * Ends the fill as soon as the response is ready, so that nobody waits for a client that reads it slowly, or never. Without
 * an entry, those who waited for it compute their own responses.
 */
export const endCacheFill = (
  { pendingFills }: ResponseCache,
  request: FastifyRequest,
  entry: CacheEntry | null = null,
): void => {
  if (!request.cacheFill) return
  pendingFills.get(request.cacheFill.key)?.settle(entry)
  pendingFills.delete(request.cacheFill.key)
  request.cacheFill = null
}

/**
 * Registers the anonymous response cache. All signed-out visitors receive the same bytes, so their responses
 * are cached in the process for a few seconds, in bounded memory. For concurrent requests with the same key,
 * the response is computed only once, and an ETag allows a 304. A request with a session cookie or a token neither
 * reads nor fills the cache. Must be registered before every other hook so that a cache hit skips them.
 */
export const registerAnonymousResponseCache = (
  app: FastifyInstance,
  hasSession: (request: FastifyRequest) => boolean,
  responseCache: ResponseCache = createResponseCache(),
): void => {
  const { entries: cache, pendingFills, requests } = responseCache
  app.decorateRequest('cacheFill', null)

  app.addHook('onRequest', (request, reply, done) => {
    const seconds = request.routeOptions.config.cacheSeconds
    if (!seconds || hasSession(request)) return done()
    const prefix = `${request.method} ${chooseEncoding(request.headers['accept-encoding'])} `
    // Most URLs are already canonical, so this lookup usually avoids computing the canonical URL.
    const key = cache.has(prefix + request.url) ? prefix + request.url : prefix + canonicalUrl(request)
    const hit = cache.get(key)
    if (hit) {
      requests.hit += 1
      return sendEntry(request, reply, hit)
    }
    const pending = pendingFills.get(key)
    if (pending)
      return void pending.promise.then((entry) => {
        requests[entry ? 'shared' : 'miss'] += 1
        if (entry) sendEntry(request, reply, entry)
        else done()
      })
    requests.miss += 1
    pendingFills.set(key, createPendingFill())
    request.cacheFill = { key, seconds }
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.cacheFill) return
    const { key, seconds } = request.cacheFill
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    // A private response is not shared; each waiting request computes its own.
    const isPrivate = String(reply.getHeader('cache-control')).includes('private')
    if (!CACHEABLE_STATUSES.has(reply.statusCode) || !(Buffer.isBuffer(body) || body === null) || isPrivate)
      return endCacheFill(responseCache, request)
    // An error response keeps its `no-store`, so it is cached only in this process.
    if (!reply.hasHeader('cache-control')) {
      const shared = `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds * 10}`
      reply.header('cache-control', shared)
    }
    const entry = createEntry(reply, body)
    cache.set(key, entry, { ttl: seconds * 1000 })
    endCacheFill(responseCache, request, entry)
    if (entry.etag) reply.header('etag', entry.etag)
    // The body is still needed for a HEAD: Fastify derives the Content-Length from it.
    if (request.method === 'HEAD' || !matchesEtag(request, entry)) return body
    for (const name of BODY_HEADERS) reply.removeHeader(name)
    reply.code(304)
    return null
  })

  // These hooks run if the response failed or the client disconnected before it was ready; waiting requests then compute
  // their own response.
  app.addHook('onResponse', (request, _, done) => {
    endCacheFill(responseCache, request)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    endCacheFill(responseCache, request)
    done()
  })
}

const canonicalUrl = ({ url, routeOptions }: FastifyRequest): string =>
  routeOptions.config.cacheUrl?.(url) ?? pickQueryParameters(url, [])

const createPendingFill = (): PendingFill => {
  const { promise, resolve } = Promise.withResolvers<CacheEntry | null>()
  return { promise, settle: resolve }
}

/** Sends a cached response and skips all later hooks because the response already includes their effects. */
const sendEntry = (request: FastifyRequest, reply: FastifyReply, entry: CacheEntry): void => {
  reply.hijack()
  const id = { 'x-request-id': request.id }
  if (matchesEtag(request, entry)) {
    reply.raw.writeHead(304, { ...entry.notModified, ...id })
    reply.raw.end()
    return
  }
  reply.raw.writeHead(entry.status, { ...entry.headers, ...id })
  if (typeof entry.body === 'string') reply.raw.end(entry.body, 'latin1')
  else reply.raw.end(entry.body)
}

/**
 * Returns whether `If-None-Match` matches. Ignores the `W/` that a proxy adds to the ETag when it recompresses a
 * response.
 */
const matchesEtag = ({ headers }: FastifyRequest, { etag }: CacheEntry): boolean => {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch === undefined || etag === null) return false
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

const createEntry = (reply: FastifyReply, body: Buffer | null): CacheEntry => {
  const headers: Headers = {}
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !UNCACHED_HEADERS.has(name)) headers[name] = String(value)
  }
  const etag = body && reply.statusCode === 200 ? `"${hash('sha1', body, 'base64url')}"` : null
  if (etag) headers.etag = etag
  const notModified = { ...headers }
  for (const name of BODY_HEADERS) delete notModified[name]
  if (body) headers['content-length'] = String(body.length)
  const isLong = body !== null && body.length > LONG_BODY_BYTES
  const storedBody = isLong ? body : (body?.toString('latin1') ?? '')
  return { status: reply.statusCode, headers, body: storedBody, etag, notModified }
}
