import type { FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { type Database, getReadSql, type Sql } from '../database/connect.ts'
import { compareByProcessingTime, createWorkQueue } from '../work-queue.ts'
import { consumeAddressRateLimit, consumeRateLimit } from './rate-limit.ts'
import { toRateLimitAddress } from './rate-limit-address.ts'
import { scaleTimeLimit } from './scale-time-limit.ts'

/**
 * Keeps the response time below one second: the time spent waiting for a slot is deducted from the time that the read
 * itself may take.
 */
const TOTAL_MS = scaleTimeLimit(850)
const MAX_WAIT_MS = scaleTimeLimit(500)
export const EXPENSIVE_WINDOW_SECONDS = 600

type Read<T> = {
  /** The name of the rate limit; reads with the same name share one limit. */
  name: string
  /** How many reads a member, or a visitor's IP address, may make in ten minutes. */
  max: number
  request: Pick<FastifyRequest, 'viewer' | 'ip'>
  /** Runs with one of the connections reserved for expensive reads; `timeoutMs` is the remaining time. */
  read: (sql: Sql, timeoutMs: number) => Promise<T>
}

/**
 * Runs reads that are more expensive than a page of a feed. Each counts against a rate limit and uses a
 * small, separate connection pool.
 */
export type ExpensiveReadRunner = <T>(read: Read<T>) => Promise<T>

export const createExpensiveReadRunner = (
  { sql, expensive }: Pick<Database, 'sql' | 'expensive'>,
  { rateLimitScale: scale }: { rateLimitScale: number },
): ExpensiveReadRunner => {
  const queue = createWorkQueue({
    name: 'expensive reads',
    concurrency: expensive.max,
    compare: compareByProcessingTime,
    maxWaitMs: MAX_WAIT_MS,
    // A longer queue would only make all clients wait longer.
    refuse: () => new HttpError('site-busy', { retryAfter: 1 }),
  })
  return async ({ name, max, request, read }) => {
    const { viewer } = request
    const client = viewer ? `:${viewer.id}` : toRateLimitAddress(request.ip)
    const limit = { max, windowSeconds: EXPENSIVE_WINDOW_SECONDS, scale }
    await (viewer
      ? consumeRateLimit(sql, { key: `${name}:${client}`, ...limit })
      : consumeAddressRateLimit(sql, { key: name, ip: request.ip, ...limit }))
    const deadline = performance.now() + TOTAL_MS
    return queue.run({ owner: client }, () =>
      read(getReadSql(expensive, viewer), deadline - performance.now()),
    )
  }
}
