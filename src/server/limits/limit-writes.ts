import type { FastifyInstance } from 'fastify'
import type { AnySql } from '#server/database/connect.ts'
import { takeFromAddressLimit } from './take-from-limit.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** A household, an office or a school shares an address: a person's own limits are met long before. */
const MOST = 3_000
const SECONDS = 600

/** Every write of one address counts, whoever it is of, before anything of it is read; each also counts for its member where it is served. */
export const limitWrites = (app: FastifyInstance, { sql, scale }: { sql: AnySql; scale: number }): void => {
  app.addHook('onRequest', async ({ method, routeOptions, ip }) => {
    // By its route: a path may be written in more ways than one.
    if (READS.has(method) || !routeOptions.url?.startsWith('/api/')) return
    await takeFromAddressLimit(sql, { key: 'write', ip, most: MOST, seconds: SECONDS, scale })
  })
}
