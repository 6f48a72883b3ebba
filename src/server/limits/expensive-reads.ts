import type { FastifyRequest } from 'fastify'
import { type Database, readsFor, type Sql } from '#server/database/connect.ts'
import { openReadSlots } from './read-slots.ts'
import { limitedAddress, takeFromAddressLimit, takeFromLimit } from './take-from-limit.ts'

/** An answer comes within a second: what a read has waited for its slot, it has to work faster. */
const TOTAL_MS = 850
const MAX_WAIT_MS = 500
const WINDOW_SECONDS = 600

type Read<T> = {
  /** Names the limit; reads of the same name count together. */
  name: string
  /** How many reads a member, or a visitor's address, may make in ten minutes. */
  max: number
  request: FastifyRequest
  /** Receives one of the connections that are set aside for expensive reads, and the milliseconds that are left. */
  read: (sql: Sql, ms: number) => Promise<T>
}

/** Runs reads that cost more than a page of a feed: each counts against a limit and uses a small share of the connections. */
export type ExpensiveReads = <T>(read: Read<T>) => Promise<T>

export const expensiveReads = (
  { sql, expensive }: Pick<Database, 'sql' | 'expensive'>,
  { rateLimitScale: scale }: { rateLimitScale: number },
): ExpensiveReads => {
  const { max: slots } = expensive
  const places = openReadSlots({ slots, maxWaitMs: MAX_WAIT_MS })
  return async ({ name, max, request, read }) => {
    const { viewer } = request
    const client = viewer ? `:${viewer.id}` : limitedAddress(request.ip)
    const limit = { most: max, seconds: WINDOW_SECONDS, scale }
    await (viewer
      ? takeFromLimit(sql, { key: `${name}:${client}`, ...limit })
      : takeFromAddressLimit(sql, { key: name, ip: request.ip, ...limit }))
    const end = performance.now() + TOTAL_MS
    return places.run(client, () => read(readsFor(expensive, viewer), end - performance.now()))
  }
}
