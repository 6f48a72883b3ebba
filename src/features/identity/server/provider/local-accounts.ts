import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import {
  clearLimit,
  countUse,
  limitedAddress,
  takeFromAddressLimit,
  takeFromLimit,
} from '#server/limits/take-from-limit.ts'
import * as query from './account-query.ts'
import { findKnownDevice } from './known-device.ts'
import { hashPassword, isPasswordRight } from './password.ts'

type Parts = { sql: Sql; config: Pick<Config, 'rateLimitScale' | 'publicUrl'> }
type Tried = { email: string; password: string; request: FastifyRequest }

const MINUTES = 60
const HOUR = 3_600
/** Wrong passwords of one account from browsers that it has never signed in in, in an hour. */
const ATTACKED_FROM = 30

/**
 * The account's subject, or null: the same answer, after the same time, for a wrong password and for no account.
 * A browser that the account has signed in in before has a limit of its own. Others are limited by address, and by
 * account at that address; nobody's attempts lock the account itself (decision 37). Throws 429 or 503.
 */
export const checkPassword = async (
  { sql, config }: Parts,
  { email, password, request }: Tried,
): Promise<string | null> => {
  const name = normalEmail(email)
  const account = await query.findAccountByEmail(sql, name)
  const device = account && (await findKnownDevice({ sql, config }, request, account.subject))
  const { ip } = request
  const attempt = { sql, scale: config.rateLimitScale, name, ip, from: limitedAddress(ip) }
  const keys = device ? await limitDevice(attempt, device) : await limitStranger(attempt)
  const asker = { key: device ? keys : attempt.from, isKnown: device !== null, isLimited: attempt.scale > 0 }
  const isRight = await isPasswordRight(password, account?.passwordHash ?? null, asker)
  if (isRight && account) await clearLimit(sql, keys)
  return isRight ? (account?.subject ?? null) : null
}

type Attempt = { sql: Sql; scale: number; name: string; ip: string; from: string }

/** Counts an attempt; answers the limit that a right password clears. */
const limitDevice = async ({ sql, scale, name }: Attempt, device: Buffer): Promise<string> => {
  const key = `sign-in:device:${device.toString('hex')}:${name}`
  await takeFromLimit(sql, { key, most: 10, seconds: 15 * MINUTES, scale })
  return key
}

/** As `limitDevice`. While an account is attacked from many addresses, each of them has fewer attempts. */
const limitStranger = async ({ sql, scale, name, ip, from }: Attempt): Promise<string> => {
  await takeFromAddressLimit(sql, { key: 'sign-in', ip, most: 50, seconds: 15 * MINUTES, scale })
  const attempts = await countUse(sql, { key: `sign-in::${name}`, seconds: HOUR })
  const most = attempts > ATTACKED_FROM * scale ? 5 : 10
  const key = `sign-in:${from}:${name}`
  await takeFromLimit(sql, { key, most, seconds: 15 * MINUTES, scale })
  return key
}

/** The new account's subject, or null where the e-mail has one already; the hash is made either way. */
export const createAccount = async (
  { sql, config: { rateLimitScale: scale } }: Parts,
  { email, password, request, name }: Tried & { name: string },
): Promise<string | null> => {
  const from = limitedAddress(request.ip)
  await takeFromAddressLimit(sql, { key: 'sign-up', ip: request.ip, most: 20, seconds: HOUR, scale })
  await takeFromLimit(sql, { key: `sign-up::${normalEmail(email)}`, most: 5, seconds: HOUR, scale })
  const subject = randomBytes(16).toString('base64url')
  const passwordHash = await hashPassword(password, { key: from, isKnown: false, isLimited: scale > 0 })
  const isMade = await query.insertAccount(sql, { subject, email: normalEmail(email), name, passwordHash })
  return isMade ? subject : null
}

export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
