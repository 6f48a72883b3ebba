import { createInvalidFieldError, HttpError } from '#core/http-error.ts'
import { selectGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { signInMessages } from '../contract.ts'
import { endProgramAccess } from './end-program-access-query.ts'
import { getLocalSubject } from './local-subject.ts'
import { securityNoticeJob } from './mail-jobs.ts'
import { revokeSignIns, selectAccountBySubject, updatePasswordIfUnchanged } from './provider/account-query.ts'
import { hashPassword, verifyPassword } from './provider/password-hash.ts'
import { findPasswordError } from './provider/password-rules.ts'
import { deletePayloadsByAccount } from './provider/payload-query.ts'
import { deleteSessions, selectSessionFamily } from './session-query.ts'

type Dependencies = { sql: Sql; config: Config }
type Change = { userId: number; session: Buffer | null; current: string; next: string }

/**
 * Changes a local account's password and ends its sessions in every other browser, its sign-ins in progress and its API
 * tokens, so that anyone who knew the old password is signed out. Throws 404 if the provider is external, and 400 for a
 * wrong current password or a weak new one.
 */
export const changePassword = async ({ sql, config }: Dependencies, change: Change): Promise<void> => {
  const { userId, session, current, next } = change
  const subject = getLocalSubject(config, await selectGoogleId(sql, userId))
  const account = subject === null ? null : await selectAccountBySubject(sql, subject)
  if (!account) throw new HttpError('not-found')
  const limit = { max: 10, windowSeconds: 900, scale: config.rateLimitScale }
  await consumeRateLimit(sql, { key: `password:${userId}`, ...limit })
  const requester = { key: `user:${userId}`, isTrusted: true, isLimited: config.rateLimitScale > 0 }
  const { email, name } = account
  const message = await findPasswordError(next, { email, name, siteName: config.siteName }, requester)
  if (message) throw createInvalidFieldError('next', message)
  if (!(await verifyPassword(current, account.passwordHash, requester)))
    throw createInvalidFieldError('current', signInMessages.passwordIncorrect)
  const passwordHash = await hashPassword(next, requester)
  await sql.begin(async (tx) => {
    if (!(await updatePasswordIfUnchanged(tx, account.subject, account.passwordHash, passwordHash)))
      throw new HttpError('password-changed-elsewhere')
    // Somebody who has proved that the account is theirs may have ended this session in the meantime.
    if (!session || !(await selectSessionFamily(tx, session))) throw new HttpError('not-signed-in')
    await revokeSignIns(tx, account.subject)
    await deleteSessions(tx, { userId, ...(session && { exceptFamilyOf: session }) })
    await endProgramAccess(tx, userId)
    await deletePayloadsByAccount(tx, account.subject)
    if (config.mail)
      await enqueueJob(tx, securityNoticeJob, { subject: account.subject, kind: 'password-changed' })
  })
}
