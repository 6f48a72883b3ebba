import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { AnySql } from '../database/connect.ts'
import { deleteRateLimit, upsertRateLimit } from './rate-limits-query.ts'

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

/** Counts one use without enforcing a limit; returns the number of uses in the window. */
export const incrementRateLimit = async (
  sql: AnySql,
  { key, windowSeconds: seconds }: Pick<Limit, 'key' | 'windowSeconds'>,
): Promise<number> => (await upsertRateLimit(sql, hashKey(key), seconds, 1)).taken

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
 * Returns the address that a rate limit applies to. Reduces an IPv6 address to its /64 prefix (the first four
 * groups) because one household usually has a whole /64.
 */
export const toRateLimitAddress = (ip: string): string => prefixOf(ip, 4)

/**
 * Returns an address's network: a /48 for IPv6, which a provider may assign to a single customer, or a /24 for IPv4.
 */
export const toNetworkPrefix = (ip: string): string =>
  prefixOf(ip, 3).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

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

const prefixOf = (address: string, groups: number): string => {
  const ip = withoutPort(address)
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, groups).join(':')
}

/** Removes the port that some proxies include in `X-Forwarded-For`: `192.0.2.7:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
