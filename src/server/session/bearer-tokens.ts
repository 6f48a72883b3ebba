import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#core/endpoint.ts'
import { HttpError } from '#core/http-error.ts'
import type { TokenScope } from '#core/token-scopes.ts'
import type { Member } from '#core/viewer.ts'
import type { AnySql } from '../database/connect.ts'
import { incrementRateLimit } from '../limits/rate-limit.ts'

/** The prefix by which secret scanners recognize a token: `pct_` and 42 letters and digits. */
const PREFIX = 'pct_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 36
const CHECKSUM_LENGTH = 6
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** Creates a token of 214 random bits, which ends with a checksum. */
export const createBearerToken = (): string => {
  const random = Array.from({ length: RANDOM_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  return addChecksum(PREFIX + random)
}

/** Adds the CRC-32 of the text in base 62, so that scanners and the server can tell a token from a similar text. */
const addChecksum = (text: string): string => {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < CHECKSUM_LENGTH) {
    checksum = DIGITS.charAt(rest % DIGITS.length) + checksum
    rest = Math.floor(rest / DIGITS.length)
  }
  return text + checksum
}

/** Returns whether the text is a token that a member can have created. */
export const isApiToken = (token: string): boolean =>
  TOKEN.test(token) && addChecksum(token.slice(0, -CHECKSUM_LENGTH)) === token

/** The tokens of connected programs, as the library of the authorization server makes them. */
const ACCESS_TOKEN = /^[\w-]{43}$/

export const hashBearerToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Returns what follows `Bearer` in the `Authorization` header, or null for no header and for other schemes. */
const readBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '')?.slice(1)[0] ?? null

export const hasBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^bearer\b/i.test(headers.authorization ?? '')

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token the request carries and what it allows; null without a token. */
    tokenOwner: TokenOwner | null
  }
  interface FastifyContextConfig {
    /** Checks and counts the token of a request that calls endpoints on its behalf, which check their scopes. */
    authenticatesTokens?: boolean
  }
}

/** A valid token's owner and what it allows, or, of an expired token, that it has expired. */
export type TokenOwner = { member: Member; scopes: readonly TokenScope[]; isExpired: boolean }

type Dependencies = {
  sql: AnySql
  cookieName: string
  rateLimitScale: number
  findOwner: (token: string) => Promise<TokenOwner | null>
}

/**
 * Sets `request.viewer` on requests to endpoints that carry a token in their `Authorization` header (RFC 6750), and
 * rejects what the token does not allow. Other routes ignore the header.
 */
export const registerBearerTokens = (app: FastifyInstance, dependencies: Dependencies): void => {
  app.decorateRequest('tokenOwner', null)
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint, authenticatesTokens } = request.routeOptions.config
    if (!(endpoint || authenticatesTokens) || !hasBearerToken(request)) return
    reply.header('cache-control', 'private, no-store')
    const owner = await authenticate(request, dependencies)
    request.signedInMember = owner.member.id
    request.tokenOwner = owner
    await enforceTokenLimit(reply, owner.member, dependencies)
    if (endpoint) request.viewer = getTokenViewer(owner, endpoint)
  })
}

const authenticate = async (
  request: FastifyRequest,
  { cookieName, findOwner }: Dependencies,
): Promise<TokenOwner> => {
  if (request.cookies[cookieName] !== undefined) throw new HttpError('two-credentials')
  const token = readBearerToken(request)
  if (token === null || !(isApiToken(token) || ACCESS_TOKEN.test(token)))
    throw new HttpError('token-invalid', { message: 'This is not a token of this site' })
  const owner = await findOwner(token)
  if (!owner) throw new HttpError('token-invalid')
  if (owner.isExpired) throw new HttpError('token-invalid', { message: 'The token has expired' })
  return owner
}

/**
 * Returns the member as whom a request with a token reads and writes, or throws what the token does not allow. Without
 * the scope `private`, reads are those of a member to whom nothing belongs: no row has a negative id. Without the scope
 * `admin`, an admin or moderator is an ordinary member.
 */
export const getTokenViewer = (
  { member, scopes }: TokenOwner,
  { scope }: Pick<Endpoint, 'scope'>,
): Member => {
  if (scope === null) throw new HttpError('token-not-accepted')
  if (!scopes.includes(scope)) throw new HttpError('token-scope-missing', { scope })
  const withoutRole = { ...member, isAdmin: false, isModerator: false, moderatedTopics: [] }
  if (scope === 'read' && !scopes.includes('private'))
    return { ...withoutRole, id: -member.id, username: '', avatar: null }
  return scopes.includes('admin') ? member : withoutRole
}

/** The number of requests that all tokens of a member may make in a window. */
const MAX_REQUESTS = 3_000
const WINDOW_SECONDS = 600

/** Returns the limit of all tokens of a member. */
export const tokenLimitOf = ({ id }: Member) => ({
  key: `token:${id}`,
  max: MAX_REQUESTS,
  windowSeconds: WINDOW_SECONDS,
})

/**
 * Counts the request, and tells the client how many are left in the window (`RateLimit`, as in
 * draft-ietf-httpapi-ratelimit-headers-10).
 */
const enforceTokenLimit = async (
  reply: FastifyReply,
  member: Member,
  { sql, rateLimitScale }: Dependencies,
): Promise<void> => {
  if (rateLimitScale === 0) return
  const max = Math.max(1, Math.round(MAX_REQUESTS * rateLimitScale))
  const { taken, secondsLeft } = await incrementRateLimit(sql, tokenLimitOf(member))
  reply.header('ratelimit-policy', `"token";q=${max};w=${WINDOW_SECONDS}`)
  reply.header('ratelimit', `"token";r=${Math.max(0, max - taken)};t=${secondsLeft}`)
  if (taken > max) throw new HttpError('rate-limited', { retryAfter: Math.max(1, secondsLeft) })
}
