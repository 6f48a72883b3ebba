import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { securityNoticeJob } from '../mail-jobs.ts'
import { type AccountLink, consumeAccountLink, selectAccountLink } from './account-link-query.ts'
import {
  lockLocalAccount,
  markEmailVerified,
  selectAccountBySubject,
  updatePassword,
} from './account-query.ts'
import { endAccountAccess, endUnprovenAccess } from './end-account-access.ts'
import { type HashRequester, hashPassword } from './password-hash.ts'
import { findPasswordError } from './password-rules.ts'

type Dependencies = { sql: Sql; config: Config }
type Reset = { token: string; password: string; requester: HashRequester }

/**
 * Sets a new password with a one-time link and revokes everything that the old password gave access to: sessions on
 * the site and at the provider, ID tokens, and known browsers. If the email was not confirmed before, it also removes
 * the second factors, because a stranger may have set them up. Returns an error if the new password is rejected,
 * `'expired'` if the link is unknown, used, replaced or expired, and null on success.
 */
export const resetPassword = async (
  { sql, config }: Dependencies,
  { token, password, requester }: Reset,
): Promise<{ error: string } | 'expired' | null> => {
  const tokenHash = hashSessionToken(token)
  const link = await selectAccountLink(sql, tokenHash, 'reset-password')
  const owner = link && (await selectAccountBySubject(sql, link.subject))
  if (!owner) return 'expired'
  const { subject, email, name } = owner
  const error = await findPasswordError(password, { email, name, siteName: config.siteName }, requester)
  if (error) return { error }
  const passwordHash = await hashPassword(password, requester)
  return sql.begin(async (tx) => {
    const account = await lockLocalAccount(tx, subject)
    const consumed = account && (await consumeAccountLink(tx, tokenHash, 'reset-password'))
    if (!consumed) return 'expired'
    await updatePassword(tx, subject, passwordHash)
    if (consumed.isMailed) await markEmailVerified(tx, subject, consumed.email)
    if (account.isEmailVerified) await endAccountAccess(tx, config, subject)
    else await endUnprovenAccess(tx, config, subject)
    if (config.mail) await enqueueJob(tx, securityNoticeJob, { subject, kind: 'password-changed' })
    return null
  })
}

type Confirmation = { token: string; session: Buffer | null; device: Buffer | null }

/**
 * Marks the account's email as verified, and ends everything that was set up before, except the session of the browser
 * that confirms. Returns false if the link is no longer valid or the email has changed.
 */
export const confirmEmail = (
  { sql, config }: Dependencies,
  { token, ...browser }: Confirmation,
): Promise<boolean> =>
  sql.begin(async (tx) => {
    const tokenHash = hashSessionToken(token)
    const link = await selectAccountLink(tx, tokenHash, 'confirm-email')
    const account = link && (await lockLocalAccount(tx, link.subject))
    if (!account || !(await consumeAccountLink(tx, tokenHash, 'confirm-email'))) return false
    const { subject, isEmailVerified } = account
    if (!(await markEmailVerified(tx, subject, link.email))) return false
    if (isEmailVerified) return true
    const removed = await endUnprovenAccess(tx, config, subject, browser)
    if (removed > 0 && config.mail)
      await enqueueJob(tx, securityNoticeJob, { subject, kind: 'second-factors-removed' })
    return true
  })

/** Finds the account and the email that a confirmation link belongs to; null if the link is no longer valid. */
export const findConfirmationLink = (sql: AnySql, token: string): Promise<AccountLink | null> =>
  selectAccountLink(sql, hashSessionToken(token), 'confirm-email')

export const isResetLinkValid = async (sql: AnySql, token: string): Promise<boolean> =>
  (await selectAccountLink(sql, hashSessionToken(token), 'reset-password')) !== null
