import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnySql } from '#server/database/connect.ts'
import { takeFromAddressLimit, takeFromLimit } from './take-from-limit.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const WINDOW_SECONDS = 600
/**
 * Generous, because a household, an office or a school may share an address; per-member limits apply much
 * earlier.
 */
const MAX_WRITES = 3_000
/** Per member; counts every upload attempt, including slow and aborted ones. */
const MAX_UPLOADS = 120
/** Bodies without files are smaller; a body without a `Content-Length` counts as larger. */
const UPLOAD_BYTES = 1024 * 1024

/**
 * Rate-limits all writes from one address, before the body is read. Endpoints additionally limit writes per
 * member.
 */
export const limitWrites = (app: FastifyInstance, { sql, scale }: { sql: AnySql; scale: number }): void => {
  const limit = { seconds: WINDOW_SECONDS, scale }
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, ip, viewer } = request
    // Checks the route, because a path can be spelled in several ways (percent-encoding).
    if (READS.has(method) || !routeOptions.url?.startsWith('/api/')) return
    await takeFromAddressLimit(sql, { key: 'write', ip, most: MAX_WRITES, ...limit })
    if (viewer && isUpload(request))
      await takeFromLimit(sql, { key: `upload:${viewer.id}`, most: MAX_UPLOADS, ...limit })
  })
}

const isUpload = ({ headers, routeOptions }: FastifyRequest): boolean =>
  (routeOptions.bodyLimit ?? 0) > UPLOAD_BYTES && Number(headers['content-length'] ?? Infinity) > UPLOAD_BYTES
