import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { tooMany } from '#core/failure.ts'
import type { AnySql } from '#server/database/connect.ts'
import { deleteLimit, takeAmount } from './limits-query.ts'

type Limit = {
  /** What is limited and for whom: `sign-in:address:…`. Kept as a hash, since it may name a person. */
  key: string
  /** How many times in a window, or how much. */
  most: number
  /** How much one use takes; 1 unless said. */
  amount?: number
  /** What was too much, as a sentence. */
  message?: string
  /** The window's length; it begins with the first one. */
  seconds: number
  /** RATE_LIMIT_SCALE: multiplies `most`; 0 switches the limit off. */
  scale: number
}

/** Counts one use for all processes together. Throws 429 with the seconds after which it works again. */
export const takeFromLimit = async (
  sql: AnySql,
  { key, most, seconds, scale, amount = 1, message = 'That was too often.' }: Limit,
): Promise<void> => {
  if (scale === 0) return
  const { taken, secondsLeft } = await takeAmount(sql, hashed(key), seconds, amount)
  if (taken > Math.max(1, Math.round(most * scale)))
    throw tooMany(`${message} Please try again in ${inWords(secondsLeft)}.`, Math.max(1, secondsLeft))
}

/** Counts one use without limiting it; answers how many there were in the window. */
export const countUse = async (
  sql: AnySql,
  { key, seconds }: Pick<Limit, 'key' | 'seconds'>,
): Promise<number> => (await takeAmount(sql, hashed(key), seconds, 1)).taken

/** Forgets the uses counted so far. */
export const clearLimit = (sql: AnySql, key: string) => deleteLimit(sql, hashed(key))

const hashed = (key: string): Buffer => createHash('sha256').update(key).digest()

/** Rounded up, as a person would say it. */
const inWords = (seconds: number): string => {
  if (seconds <= 60) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** One household's IPv6 addresses count as one: the first four groups. */
export const limitedAddress = (ip: string): string => groupsOf(ip, 4)

/** The network of an address: /48 for IPv6, which one customer of a provider may have as a whole, and /24 for IPv4. */
export const limitedNetwork = (ip: string): string =>
  groupsOf(ip, 3).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')

/**
 * Counts one use for the address, and for IPv6 one more for its network, which may use it four times as often. Throws
 * as `takeFromLimit` does.
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

const groupsOf = (withPort: string, count: number): string => {
  const ip = withoutPort(withPort)
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, count).join(':')
}

/** Some proxies write the port into `X-Forwarded-For`: `192.0.2.7:4711` and `[2001:db8::1]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? address
