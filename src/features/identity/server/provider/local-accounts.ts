import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import {
  consumeAddressRateLimit,
  consumeRateLimit,
  incrementRateLimit,
  resetRateLimit,
} from '#server/limits/rate-limit.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { normalizeEmail } from '#server/mail/email-address.ts'
import { countNewAccount } from '../sign-up-policy.ts'
import type { Authentication } from './account-query.ts'
import * as query from './account-query.ts'
import { findKnownDevice } from './known-device.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

type Dependencies = { sql: Sql; config: Pick<Config, 'rateLimitScale' | 'publicUrl' | 'signUp'> }
type Credentials = { email: string; password: string; request: FastifyRequest }

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
/** The number of attempts per hour from unknown browsers beyond which an account counts as under attack. */
const ATTACK_THRESHOLD = 30

/**
 * Checks an email and a password. Returns the account, or null if they are wrong. The result and
 * the time taken are the same for a wrong password and for an unknown account. A browser known to the account
 * has its own rate limit. Other browsers are limited by address, and by account at that address; failed
 * attempts never lock the account itself (decision 37). Throws 429 after too many attempts, and 503 if too
 * many password hashes are waiting.
 */
export const verifyCredentials = async (
  { sql, config }: Dependencies,
  { email, password, request }: Credentials,
): Promise<Authentication | null> => {
  const login = normalizeEmail(email)
  const account = await query.selectAccountByEmail(sql, email)
  const device = account && (await findKnownDevice({ sql, config }, request, account.subject))
  const { ip } = request
  const attempt = { sql, scale: config.rateLimitScale, login, ip, address: toRateLimitAddress(ip) }
  const limitKey = device ? await limitKnownDevice(attempt, device) : await limitUnknownDevice(attempt)
  const requester = {
    key: device ? limitKey : attempt.address,
    isTrusted: device !== null,
    isLimited: attempt.scale > 0,
  }
  const isCorrect = await verifyPassword(password, account?.passwordHash ?? null, requester)
  if (!isCorrect || !account) return null
  await resetRateLimit(sql, limitKey)
  // The password may have been replaced since the account was read.
  const current = await query.lockLocalAccountForSignIn(sql, account.subject)
  return current?.passwordHash === account.passwordHash ? current : null
}

type Attempt = { sql: Sql; scale: number; login: string; ip: string; address: string }

/** Counts an attempt. Returns the key of the limit that a correct password resets. */
const limitKnownDevice = async ({ sql, scale, login }: Attempt, device: Buffer): Promise<string> => {
  const key = `sign-in:device:${device.toString('hex')}:${login}`
  await consumeRateLimit(sql, { key, max: 10, windowSeconds: 15 * MINUTE_SECONDS, scale })
  return key
}

/**
 * Counts an attempt from an unknown browser, by address and by account at that address. While an account is under
 * attack from many addresses, each address gets fewer attempts. Returns the key of the limit that a correct password
 * resets.
 */
const limitUnknownDevice = async ({ sql, scale, login, ip, address }: Attempt): Promise<string> => {
  await consumeAddressRateLimit(sql, {
    key: 'sign-in',
    ip,
    max: 50,
    windowSeconds: 15 * MINUTE_SECONDS,
    scale,
  })
  const { taken: attempts } = await incrementRateLimit(sql, {
    key: `sign-in::${login}`,
    windowSeconds: HOUR_SECONDS,
  })
  const max = attempts > ATTACK_THRESHOLD * scale ? 5 : 10
  const key = `sign-in:${address}:${login}`
  await consumeRateLimit(sql, { key, max, windowSeconds: 15 * MINUTE_SECONDS, scale })
  return key
}

/**
 * Creates an account and returns it, or null if the email already has one. The password is hashed in both
 * cases, so that timing does not reveal which emails have an account.
 */
export const createAccount = async (
  { sql, config }: Dependencies,
  { email, password, request, name }: Credentials & { name: string },
): Promise<Authentication | null> => {
  const { rateLimitScale: scale } = config
  const address = toRateLimitAddress(request.ip)
  await consumeAddressRateLimit(sql, {
    key: 'sign-up',
    ip: request.ip,
    max: 20,
    windowSeconds: HOUR_SECONDS,
    scale,
  })
  await consumeRateLimit(sql, {
    key: `sign-up::${normalizeEmail(email)}`,
    max: 5,
    windowSeconds: HOUR_SECONDS,
    scale,
  })
  await countNewAccount({ sql, config }, request.ip)
  const subject = randomBytes(16).toString('base64url')
  const passwordHash = await hashPassword(password, { key: address, isTrusted: false, isLimited: scale > 0 })
  if (await query.selectAccountByEmail(sql, email)) return null
  const isCreated = await query.insertLocalAccount(sql, {
    subject,
    email: normalizeEmail(email),
    name,
    passwordHash,
  })
  return isCreated ? query.selectAccountBySubject(sql, subject) : null
}
