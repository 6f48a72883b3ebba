import { createHash } from 'node:crypto'
import { HttpError } from '#core/http-error.ts'
import type { AnySql } from '../database/connect.ts'
import { toNetworkPrefix, toRateLimitAddress } from './rate-limit-address.ts'
import { deleteRateLimit, upsertRateLimit } from './rate-limits-query.ts'

type Limit = {
  /**
   * Identifies the limited action and the person or address, such as `sign-in:address:…`. It is stored as a
   * hash because it may identify a person.
   */
  key: string
  /** The number of uses, or the total amount, allowed per window. */
  max: number
  /** The amount that one use consumes. Defaults to 1. */
  amount?: number
  /** A sentence that names the exceeded limit. */
  message?: string
  /** The length of the window in seconds; a window begins with its first use. */
  windowSeconds: number
  /** The RATE_LIMIT_SCALE setting: multiplies the limit; 0 disables it. */
  scale: number
}

/** Counts one use, across all processes. Throws a 429 with the seconds until the window ends. */
export const consumeRateLimit = async (
  sql: AnySql,
  { key, max, windowSeconds: seconds, scale, amount = 1, message = 'Too many requests.' }: Limit,
): Promise<void> => {
  if (scale === 0) return
  const { taken, secondsLeft } = await upsertRateLimit(sql, hashKey(key), seconds, amount)
  if (taken > Math.max(1, Math.round(max * scale)))
    throw new HttpError('rate-limited', {
      message: `${message} Try again in ${formatDuration(secondsLeft)}.`,
      retryAfter: Math.max(1, secondsLeft),
    })
}

/** Counts one use without enforcing a limit; returns the number of uses in the window, and when it ends. */
export const incrementRateLimit = (
  sql: AnySql,
  { key, windowSeconds: seconds }: Pick<Limit, 'key' | 'windowSeconds'>,
): Promise<{ taken: number; secondsLeft: number }> => upsertRateLimit(sql, hashKey(key), seconds, 1)

export const resetRateLimit = (sql: AnySql, key: string) => deleteRateLimit(sql, hashKey(key))

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Formats a duration, rounded up to whole minutes or hours. */
const formatDuration = (seconds: number): string => {
  if (seconds <= 60) return '1 minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/**
 * Counts one use for the IP address and, for IPv6, another for its /48 network, whose limit is four times as high.
 * Throws a 429 like `consumeRateLimit`.
 */
export const consumeAddressRateLimit = async (
  sql: AnySql,
  { key, ip, max, ...rest }: Limit & { ip: string },
): Promise<void> => {
  const [address, network] = [toRateLimitAddress(ip), toNetworkPrefix(ip)]
  if (address.includes(':'))
    await consumeRateLimit(sql, { key: `${key}:network:${network}`, max: max * 4, ...rest })
  await consumeRateLimit(sql, { key: `${key}:${address}`, max, ...rest })
}
