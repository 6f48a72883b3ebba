import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SECRET_TOKEN } from '#core/secret-token.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import type { Authentication } from './account-query.ts'
import { findAnyKnownDevice, insertKnownDevice, isKnownDevice } from './known-device-query.ts'
import { getProviderCookieName } from './provider-cookie-name.ts'

type Dependencies = { sql: Sql; config: Pick<Config, 'publicUrl'> }

const COOKIE_DAYS = 400
const MAX_COOKIES = 20

/**
 * Returns the name of the cookie that marks this browser as known to the account. Each account has its own cookie,
 * and the name does not reveal which account it is.
 */
const cookieName = (publicUrl: string, subject: string): string => {
  const account = createHash('sha256').update(`known-device:${subject}`).digest('hex').slice(0, 16)
  return `${cookiePrefix(publicUrl)}${account}`
}

const cookiePrefix = (publicUrl: string): string => getProviderCookieName(publicUrl, 'identity_known_')

/**
 * Returns the hash of this browser's token for the account, or null if the account has not signed in with this
 * browser before.
 */
export const findKnownDevice = async (
  { sql, config }: Dependencies,
  request: FastifyRequest,
  subject: string,
): Promise<Buffer | null> => {
  const hash = presentedHash(request.cookies[cookieName(config.publicUrl, subject)])
  return hash && (await isKnownDevice(sql, hash, subject)) ? hash : null
}

/** Returns the hash of a token of this browser, or null if no account has signed in with it before. */
export const findKnownBrowser = async (
  { sql, config }: Dependencies,
  { cookies }: FastifyRequest,
): Promise<string | null> => {
  const prefix = cookiePrefix(config.publicUrl)
  const hashes = Object.entries(cookies)
    .filter(([name]) => name.startsWith(prefix))
    .slice(0, MAX_COOKIES)
    .map(([, token]) => presentedHash(token))
    .flatMap((hash) => (hash ? [hash.toString('hex')] : []))
  return hashes.length > 0 ? findAnyKnownDevice(sql, hashes) : null
}

/**
 * Marks this browser as known to the account after a correct password, so that it gets its own rate limit.
 * The token changes with every sign-in, so that a token planted by an attacker becomes worthless.
 */
export const rememberDevice = async (
  { sql, config: { publicUrl } }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  { subject, authTime }: Authentication,
): Promise<void> => {
  const name = cookieName(publicUrl, subject)
  const token = randomBytes(32).toString('base64url')
  const previous = presentedHash(request.cookies[name])
  await insertKnownDevice(sql, { tokenHash: hashSessionToken(token), previous, subject, authTime })
  reply.setCookie(name, token, {
    path: '/identity',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: COOKIE_DAYS * 86_400,
  })
}

const presentedHash = (token: string | undefined): Buffer | null =>
  token !== undefined && SECRET_TOKEN.test(token) ? hashSessionToken(token) : null
