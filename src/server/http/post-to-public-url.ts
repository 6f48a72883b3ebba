import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An address of Azure's own service for virtual machines, which is a public one. */
const AZURE_WIRE_SERVER = '168.63.129.16'

/** Returns whether an IP address, in any notation, belongs to the internet and not to this machine or a private network. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  // `process` turns an IPv4 address that is mapped to IPv6 into what it is.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast' || parsed.toString() === AZURE_WIRE_SERVER) return false
  // Of IPv6, only 2000::/3 has been assigned. The rest contains old forms, such as ::127.0.0.1.
  return !(parsed instanceof ipaddr.IPv6) || (parsed.parts[0] ?? 0) >> 13 === 1
}

export type UrlProblem = 'invalid-url' | 'not-https' | 'private-address'

type Policy = {
  /** Also accepts addresses of this machine and of private networks, and plain http. */
  allowsPrivate: boolean
}

/**
 * Returns why a URL cannot be called, as far as that can be seen without asking the DNS. Names are checked when they are
 * resolved, for each connection anew.
 */
export const findUrlProblem = (written: string, { allowsPrivate }: Policy): UrlProblem | null => {
  const url = URL.parse(written)
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return 'invalid-url'
  if (allowsPrivate) return null
  if (url.protocol !== 'https:') return 'not-https'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPublicAddress(host) ? null : 'private-address'
  // Names without a dot belong to the local network.
  return /^[^.]+\.?$|(^|\.)(localhost|local|internal)\.?$/i.test(host) ? 'private-address' : null
}

export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
  readonly code = 'private-address'
}

type Resolve = (
  hostname: string,
  options: dns.LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void

/**
 * Resolves a name for a connection that is about to be opened, and fails if any of its addresses is not public. A later
 * change of the DNS cannot lead elsewhere, because the connection uses the addresses that were checked.
 */
const createPublicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true } as dns.LookupAllOptions, (error, addresses) => {
      if (error) return callback(error, '')
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new PrivateAddressError(`${hostname} has no public address`), '')
      if (options.all) return callback(null, addresses)
      return callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })

type PostOptions = Policy & {
  headers: Record<string, string>
  body: string
  timeoutMs: number
  signal: AbortSignal
  /** How names are resolved; only tests change it. */
  resolve?: Resolve
}

/**
 * Posts a body to a URL that somebody else has chosen, and returns the status of the response. The rest of the response
 * is not read, and redirects are not followed, so neither a large answer nor another address can do harm. Throws if the
 * address is not public, if the connection fails, or if the status has not arrived in time.
 */
export const postToPublicUrl = async (
  url: string,
  { headers, body, timeoutMs, signal, allowsPrivate, resolve = dns.lookup }: PostOptions,
): Promise<number> => {
  const problem = findUrlProblem(url, { allowsPrivate })
  if (problem === 'private-address') throw new PrivateAddressError(`${url} is not a public address`)
  if (problem) throw new TypeError(`${url} cannot be called: ${problem}`)
  const { request } = new URL(url).protocol === 'https:' ? https : http
  return new Promise((fulfil, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      // A connection that was kept would have been checked for an earlier request only.
      agent: false,
      ...(allowsPrivate ? {} : { lookup: createPublicLookup(resolve) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      fulfil(response.statusCode ?? 0)
      response.on('error', () => {})
      response.destroy()
    })
    sent.end(body)
  })
}
