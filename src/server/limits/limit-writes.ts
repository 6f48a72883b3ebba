import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnySql } from '#server/database/connect.ts'
import { takeFromAddressLimit, takeFromLimit } from './take-from-limit.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
const WINDOW_SECONDS = 600
/** A household, an office or a school shares an address: a person's own limits are met long before. */
const MAX_WRITES = 3_000
/** Of one member, whether they arrive whole, too slowly or not at all. */
const MAX_UPLOADS = 120
/** A body without files is shorter, and one that does not say its length counts as longer. */
const UPLOAD_BYTES = 1024 * 1024

/** Every write of one address counts, whoever it is of, before anything of it is read; each also counts for its member where it is served. */
export const limitWrites = (app: FastifyInstance, { sql, scale }: { sql: AnySql; scale: number }): void => {
  const limit = { seconds: WINDOW_SECONDS, scale }
  app.addHook('onRequest', async (request) => {
    const { method, routeOptions, ip, viewer } = request
    // By its route: a path may be written in more ways than one.
    if (READS.has(method) || !routeOptions.url?.startsWith('/api/')) return
    await takeFromAddressLimit(sql, { key: 'write', ip, most: MAX_WRITES, ...limit })
    if (viewer && isUpload(request))
      await takeFromLimit(sql, { key: `upload:${viewer.id}`, most: MAX_UPLOADS, ...limit })
  })
}

const isUpload = ({ headers, routeOptions }: FastifyRequest): boolean =>
  (routeOptions.bodyLimit ?? 0) > UPLOAD_BYTES && Number(headers['content-length'] ?? Infinity) > UPLOAD_BYTES
