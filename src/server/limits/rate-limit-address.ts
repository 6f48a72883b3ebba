import { isIPv6 } from 'node:net'

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
