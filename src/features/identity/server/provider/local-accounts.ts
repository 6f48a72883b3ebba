import { randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { limitedAddress, takeFromLimit } from '#server/limits/take-from-limit.ts'
import * as query from './account-query.ts'
import { hashPassword, isPasswordRight } from './password.ts'

type Parts = { sql: Sql; config: Pick<Config, 'rateLimitScale'> }
type Tried = { email: string; password: string; address: string }

const MINUTES = 60
const HOUR = 3_600

/**
 * The account's subject, or null: the same answer, after the same time, for a wrong password and for no account.
 * Throws 429 by address, by account at that address, and at last by account, so that nobody can keep its owner out
 * with a few wrong tries from elsewhere.
 */
export const checkPassword = async (
  { sql, config: { rateLimitScale: scale } }: Parts,
  { email, password, address }: Tried,
): Promise<string | null> => {
  const from = limitedAddress(address)
  const name = normalEmail(email)
  await takeFromLimit(sql, { key: `sign-in:${from}`, most: 50, seconds: 15 * MINUTES, scale })
  await takeFromLimit(sql, { key: `sign-in:${from}:${name}`, most: 10, seconds: 15 * MINUTES, scale })
  await takeFromLimit(sql, { key: `sign-in::${name}`, most: 100, seconds: HOUR, scale })
  const account = await query.findAccountByEmail(sql, name)
  const isRight = await isPasswordRight(password, account?.passwordHash ?? null)
  return isRight ? (account?.subject ?? null) : null
}

/** The new account's subject, or null where the e-mail has one already; the hash is made either way. */
export const createAccount = async (
  { sql, config: { rateLimitScale: scale } }: Parts,
  { email, password, address, name }: Tried & { name: string },
): Promise<string | null> => {
  const from = limitedAddress(address)
  await takeFromLimit(sql, { key: `sign-up:${from}`, most: 20, seconds: HOUR, scale })
  await takeFromLimit(sql, { key: `sign-up::${normalEmail(email)}`, most: 5, seconds: HOUR, scale })
  const subject = randomBytes(16).toString('base64url')
  const passwordHash = await hashPassword(password)
  const isMade = await query.insertAccount(sql, { subject, email: normalEmail(email), name, passwordHash })
  return isMade ? subject : null
}

export const normalEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase()
