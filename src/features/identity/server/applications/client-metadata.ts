import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { cleanText } from '#core/text.ts'

const MAX_REDIRECT_URIS = 10
const MAX_URI_LENGTH = 2_000
const MAX_NAME_LENGTH = 100

/** The metadata of a program, in the names of RFC 7591. All programs are public clients: they have no secret. */
export type ClientMetadata = {
  client_id: string
  client_name: string
  redirect_uris: string[]
  grant_types: string[]
  response_types: ['code']
  token_endpoint_auth_method: 'none'
  application_type: 'native'
}

const AUTHORIZATION_CODE = 'authorization_code'
const REFRESH_TOKEN = 'refresh_token'
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** The site's own command line, which every instance knows. It listens on a free port or shows a code. */
export const CLI_CLIENT: ClientMetadata = {
  client_id: 'prompt-collection-cli',
  client_name: 'Command line',
  redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  grant_types: [AUTHORIZATION_CODE, REFRESH_TOKEN, DEVICE_CODE],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  application_type: 'native',
}

/** The ids that `createClient` chooses. */
export const REGISTERED_ID = /^app_[\w-]{22}$/

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Schemes that browsers open themselves, or that could do more than open a program. */
const FORBIDDEN_SCHEMES = new Set(
  'about blob chrome data file filesystem ftp intent javascript mailto resource tel vbscript view-source ws wss'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

/** Returns whether a code may be sent to the address: by https, to the device itself, or to a program of the device. */
export const isAllowedRedirect = (uri: string): boolean => {
  if (uri.length > MAX_URI_LENGTH || /[\s\\]/.test(uri) || uri.includes('#')) return false
  const url = URL.parse(uri)
  if (!url || url.username || url.password) return false
  if (url.protocol === 'https:') return !LOOPBACK.has(url.hostname)
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname)
  return !FORBIDDEN_SCHEMES.has(url.protocol)
}

/** Returns the host to which an address leads, or the scheme (`cursor:`) of one that a program of the device opens. */
export const getRedirectHost = (uri: string): { host: string; isLocal: boolean } => {
  const { protocol, hostname, host } = new URL(uri)
  if (protocol === 'https:') return { host, isLocal: false }
  return protocol === 'http:' ? { host: hostname, isLocal: true } : { host: protocol, isLocal: true }
}

const registrationSchema = z.object({
  redirect_uris: z
    .array(z.string().check(z.maxLength(MAX_URI_LENGTH * 2)))
    .check(z.minLength(1), z.maxLength(100)),
  client_name: z.catch(z.string().check(z.maxLength(10_000)), ''),
  grant_types: z.catch(z.array(z.string()), []),
})

export class RegistrationError extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'
  constructor(code: RegistrationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Returns the metadata with which a program is registered (RFC 7591). Addresses that are not allowed are left out, as
 * long as one remains: some programs send one for each of their kinds. Throws a `RegistrationError`.
 */
export const createClient = (body: unknown): ClientMetadata => {
  const { success, data } = z.safeParse(registrationSchema, body)
  if (!success)
    throw new RegistrationError('invalid_client_metadata', 'redirect_uris must be a list of addresses')
  const redirectUris = [...new Set(data.redirect_uris)].filter(isAllowedRedirect).slice(0, MAX_REDIRECT_URIS)
  const [first] = redirectUris
  if (first === undefined)
    throw new RegistrationError(
      'invalid_redirect_uri',
      'redirect_uris must be https, http on the device itself, or open a program of the device',
    )
  const usesDevices = data.grant_types.includes(DEVICE_CODE)
  return {
    client_id: `app_${randomBytes(16).toString('base64url')}`,
    client_name: toDisplayName(data.client_name) || getRedirectHost(first).host,
    redirect_uris: redirectUris,
    grant_types: [AUTHORIZATION_CODE, REFRESH_TOKEN, ...(usesDevices ? [DEVICE_CODE] : [])],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
}

/**
 * Returns a name on one line, without characters that change the direction of what follows, and without piles of marks,
 * which would cover other lines. Returns an empty string for a name in which nothing is visible.
 */
export const toDisplayName = (name: string): string => {
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').replace(/(\p{M}{4})\p{M}+/gu, '$1')
  return cleanText([...line.trim()].slice(0, MAX_NAME_LENGTH).join(''))
}

type Client = { clientId: string; clientName?: string | undefined }

/** Returns the host in the `client_id` of a program whose metadata the site has read there; otherwise null. */
export const getVerifiedHost = ({ clientId }: Client): string | null =>
  clientId.startsWith('https://') ? new URL(clientId).host : null

/** Returns what a program is called on the pages that ask the member. */
export const getClientName = (client: Client): string =>
  toDisplayName(client.clientName ?? '') || getVerifiedHost(client) || client.clientId
