import { badRequest, conflict, notFound } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { localSubject } from './local-subject.ts'
import { findAccountBySubject, updatePassword } from './provider/account-query.ts'
import { hashPassword, isPasswordRight } from './provider/password.ts'
import { passwordFault } from './provider/password-rules.ts'
import { deletePayloadsOfAccount } from './provider/payload-query.ts'
import { deleteSessions } from './session-query.ts'
import { findGoogleId } from './store.ts'

type Parts = { sql: Sql; config: Config }
type Change = { userId: number; session: Buffer | null; current: string; next: string }

/**
 * Changes a local account's password and ends its sessions in every other browser, so that anyone who knew
 * the old password is signed out. Throws 404 with an external provider, 400 for a wrong current or a weak new
 * password.
 */
export const changePassword = async ({ sql, config }: Parts, change: Change): Promise<void> => {
  const { userId, session, current, next } = change
  const subject = localSubject(config, await findGoogleId(sql, userId))
  const account = subject === null ? null : await findAccountBySubject(sql, subject)
  if (!account) throw notFound()
  const limit = { most: 10, seconds: 900, scale: config.rateLimitScale }
  await takeFromLimit(sql, { key: `password:${userId}`, ...limit })
  const requester = { key: `user:${userId}`, isKnown: true, isLimited: config.rateLimitScale > 0 }
  const { email, name } = account
  const message = await passwordFault(next, { email, name, siteName: config.siteName })
  if (message) throw badRequest(message, [{ path: 'next', message }])
  if (!(await isPasswordRight(current, account.passwordHash, requester)))
    throw badRequest(messages.wrongPassword, [{ path: 'current', message: messages.wrongPassword }])
  const passwordHash = await hashPassword(next, requester)
  await sql.begin(async (tx) => {
    if (!(await updatePassword(tx, account.subject, account.passwordHash, passwordHash)))
      throw conflict('Your password was just changed somewhere else. Please try again.')
    await deleteSessions(tx, { userId, ...(session && { exceptFamilyOf: session }) })
    await deletePayloadsOfAccount(tx, account.subject)
  })
}
