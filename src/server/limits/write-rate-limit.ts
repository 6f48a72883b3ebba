import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnySql } from '../database/connect.ts'
import { consumeAddressRateLimit, consumeRateLimit } from './rate-limit.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const WINDOW_SECONDS = 600
/**
 * The limit per IP address is generous because a household, an office or a school may share an address;
 * per-member limits apply much earlier.
 */
const MAX_WRITES = 3_000
/** The limit per member; counts every upload attempt, including slow and aborted ones. */
const MAX_UPLOADS = 120
/**
 * On routes that accept larger bodies, a body above this size counts as an upload, because bodies without files are
 * smaller. So does a body without a `Content-Length`.
 */
const UPLOAD_BYTES = 1024 * 1024

/**
 * Limits the rate of all writes from one IP address, before the body is read. Endpoints additionally limit writes per
 * member.
 */
export const registerWriteRateLimit = (
  app: FastifyInstance,
  { sql, scale }: { sql: AnySql; scale: number },
): void => {
  const limit = { windowSeconds: WINDOW_SECONDS, scale }
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, ip, viewer } = request
    // Checks the route rather than the path because a path can be spelled in several ways (percent-encoding).
    if (READS.has(method) || !routeOptions.url?.startsWith('/api/')) return
    await consumeAddressRateLimit(sql, { key: 'write', ip, max: MAX_WRITES, ...limit })
    if (viewer && isUpload(request))
      await consumeRateLimit(sql, { key: `upload:${viewer.id}`, max: MAX_UPLOADS, ...limit })
  })
}

const isUpload = ({ headers, routeOptions }: FastifyRequest): boolean =>
  (routeOptions.bodyLimit ?? 0) > UPLOAD_BYTES && Number(headers['content-length'] ?? Infinity) > UPLOAD_BYTES
