import { createHash, randomInt } from 'node:crypto'
import { badRequest, notFound } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromAddressLimit, takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { Log } from '#server/log.ts'
import { isLoopback, isLoopbackHost } from '#server/loopback.ts'
import * as query from './admin-code-query.ts'
import { grantAdmin, lockFirstAccount } from './store.ts'

type Parts = { sql: Sql; config: Config; log: Log }

/** Without 0, 1, I and O, which are mistaken for each other: 32 characters, 5 bits each. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 5

/** Where nobody but people at this machine can be first. */
export const isFirstAccountAdmin = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopback(publicUrl) && isLoopbackHost(host)

const wantsCode = (config: Config): boolean => !isFirstAccountAdmin(config) && config.adminEmails.length === 0

/**
 * At the start of a site that others can reach, while it has no admin: writes a one-time code into the log, by which
 * whoever operates the site makes their account an admin. Several processes offer a code each.
 */
export const offerAdminCode = async ({ sql, config, log }: Parts): Promise<void> => {
  if (!wantsCode(config) || (await query.hasAdmin(sql))) return
  const code = newCode()
  await query.insertAdminCode(sql, hashCode(code))
  log.warn(
    {},
    `This site has no admin yet. To become one, sign in and enter this code on the settings page within 24 hours: ${code}`,
  )
}

export const isAdminCodeWanted = async ({ sql, config }: Omit<Parts, 'log'>): Promise<boolean> =>
  wantsCode(config) && query.isAdminCodeOffered(sql)

/** Makes the member an admin. Throws 404 where no code is asked for, 400 for a wrong one, 429 for too many. */
export const redeemAdminCode = async (
  { sql, config, log }: Parts,
  { userId, code, address }: { userId: number; code: string; address: string },
): Promise<void> => {
  const limit = { seconds: 3_600, scale: config.rateLimitScale }
  await takeFromLimit(sql, { key: `admin-code:${userId}`, most: 5, ...limit })
  await takeFromAddressLimit(sql, { key: 'admin-code', ip: address, most: 10, ...limit })
  if (!(await isAdminCodeWanted({ sql, config }))) throw notFound(messages.noAdminCode)
  await sql.begin(async (tx) => {
    await lockFirstAccount(tx)
    if (await query.hasAdmin(tx)) throw notFound(messages.noAdminCode)
    if (!(await query.consumeAdminCode(tx, hashCode(code))))
      throw badRequest(messages.wrongAdminCode, [{ path: 'code', message: messages.wrongAdminCode }])
    await query.deleteAdminCodes(tx)
    await grantAdmin(tx, userId)
  })
  log.warn({ userId }, 'A member became an admin by the code that was printed at the start')
}

const newCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** However its groups are written. */
const hashCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ''))
    .digest()
