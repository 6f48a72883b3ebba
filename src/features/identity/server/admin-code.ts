import { createHash, randomInt } from 'node:crypto'
import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { grantAdmin, hasAdmin } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit, consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { Logger } from '#server/log.ts'
import { isLoopbackHost, isLoopbackUrl } from '#server/loopback.ts'
import { signInMessages } from '../contract.ts'
import * as query from './admin-code-query.ts'

type Dependencies = { sql: Sql; config: Config; log: Logger }

/** 32 characters, so each encodes 5 bits. Leaves out 0, 1, I and O, which are easy to confuse. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 5

/**
 * Returns true if the site both listens on and is reached through a loopback address, so that only someone at this
 * machine can be its first user.
 */
export const isFirstUserAdmin = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopbackUrl(publicUrl) && isLoopbackHost(host)

const needsAdminCode = (config: Config): boolean =>
  !isFirstUserAdmin(config) && config.adminEmails.length === 0

/**
 * Logs a one-time code when a site that is reachable from other machines starts without an admin. The
 * operator enters it to make their account an admin. If there are several servers, each logs its own code.
 */
export const logAdminCode = async ({ sql, config, log }: Dependencies): Promise<void> => {
  if (!needsAdminCode(config) || (await hasAdmin(sql))) return
  const code = newCode()
  await query.insertAdminCode(sql, hashCode(code))
  log.warn(
    {},
    `This site has no admin yet. To become its admin, sign in and enter this code on the settings page within 24 hours: ${code}`,
  )
}

export const isAdminCodeAccepted = async ({ sql, config }: Omit<Dependencies, 'log'>): Promise<boolean> =>
  needsAdminCode(config) && query.hasActiveAdminCode(sql)

/**
 * Makes the member an admin. Throws 404 if the site does not accept an admin code, 400 for a wrong code, 429 after too
 * many attempts.
 */
export const redeemAdminCode = async (
  { sql, config, log }: Dependencies,
  { userId, code, address }: { userId: number; code: string; address: string },
): Promise<void> => {
  const limit = { windowSeconds: 3_600, scale: config.rateLimitScale }
  await consumeRateLimit(sql, { key: `admin-code:${userId}`, max: 5, ...limit })
  await consumeAddressRateLimit(sql, { key: 'admin-code', ip: address, max: 10, ...limit })
  if (!(await isAdminCodeAccepted({ sql, config }))) throw new HttpError('admin-code-unavailable')
  await sql.begin(async (tx) => {
    await query.lockFirstAccountCreation(tx)
    if (await hasAdmin(tx)) throw new HttpError('admin-code-unavailable')
    if (!(await query.consumeAdminCode(tx, hashCode(code))))
      throw createInvalidFieldError('code', signInMessages.adminCodeIncorrect)
    await query.deleteAdminCodes(tx)
    await grantAdmin(tx, userId)
  })
  log.warn({ userId }, 'A member became an admin with the admin code')
}

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Hashes an admin code, ignoring case and separators. */
const hashCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()
