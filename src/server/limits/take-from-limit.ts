import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { tooMany } from '#core/failure.ts'
import type { AnySql } from '#server/database/connect.ts'
import { deleteLimit, takeAmount } from './limits-query.ts'

type Limit = {
  /**
   * What is limited and for whom, such as `sign-in:address:…`. Stored as a hash, because it may identify a
   * person.
   */
  key: string
  /** How many uses, or which total amount, a window allows. */
  most: number
  /** The amount that one use consumes. Defaults to 1. */
  amount?: number
  /** Says what was exceeded, as a sentence. */
  message?: string
  /** The window's length; a window begins with its first use. */
  seconds: number
  /** The RATE_LIMIT_SCALE setting: multiplies the limit; 0 disables it. */
  scale: number
}

/** Counts one use, across all processes. Throws a 429 with the seconds until the window ends. */
export const takeFromLimit = async (
  sql: AnySql,
  { key, most, seconds, scale, amount = 1, message = 'Too many requests.' }: Limit,
): Promise<void> => {
  if (scale === 0) return
  const { taken, secondsLeft } = await takeAmount(sql, hashKey(key), seconds, amount)
  if (taken > Math.max(1, Math.round(most * scale)))
    throw tooMany(`${message} Try again in ${formatDuration(secondsLeft)}.`, Math.max(1, secondsLeft))
}

/** Counts one use without enforcing a limit; returns the number of uses in the window. */
export const countUse = async (
  sql: AnySql,
  { key, seconds }: Pick<Limit, 'key' | 'seconds'>,
): Promise<number> => (await takeAmount(sql, hashKey(key), seconds, 1)).taken

/** Resets the counter. */
export const clearLimit = (sql: AnySql, key: string) => deleteLimit(sql, hashKey(key))

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Rounds up to whole minutes or hours. */
const formatDuration = (seconds: number): string => {
  if (seconds <= 60) return '1 minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? '1 hour' : `${hours} hours`
}

/**
 * Reduces an IPv6 address to its /64 prefix (the first four groups), because one household usually has a
 * whole /64.
 */
export const limitedAddress = (ip: string): string => prefixOf(ip, 4)

/** The network of an address: /48 for IPv6, which a provider may assign to one customer, and /24 for IPv4. */
export const limitedNetwork = (ip: string): string =>
  prefixOf(ip, 3).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

/**
 * Counts one use for the address and, for IPv6, one for its /48 network, whose limit is four times as high.
 * Throws a 429 like `consumeRateLimit`.
 */
export const takeFromAddressLimit = async (
  sql: AnySql,
  { key, ip, most, ...rest }: Limit & { ip: string },
): Promise<void> => {
  const [address, network] = [limitedAddress(ip), limitedNetwork(ip)]
  if (address.includes(':'))
    await takeFromLimit(sql, { key: `${key}:network:${network}`, most: most * 4, ...rest })
  await takeFromLimit(sql, { key: `${key}:${address}`, most, ...rest })
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

/** Some proxies include the port in `X-Forwarded-For`: `192.0.2.7:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
