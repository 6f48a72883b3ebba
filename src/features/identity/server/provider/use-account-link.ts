import { selectUserByGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { securityNoticeJob } from '../mail-jobs.ts'
import { deleteSessions } from '../session-query.ts'
import { type AccountLink, consumeAccountLink, selectAccountLink } from './account-link-query.ts'
import { markEmailVerified, resetPasswordAndRevokeIdTokens, selectAccountBySubject } from './account-query.ts'
import { deleteKnownDevicesByAccount } from './known-device-query.ts'
import { type HashRequester, hashPassword } from './password-hash.ts'
import { findPasswordError } from './password-rules.ts'
import { deletePayloadsByAccount } from './payload-query.ts'

type Dependencies = { sql: Sql; config: Config }
type Reset = { token: string; password: string; requester: HashRequester }

/**
 * Sets a new password with a one-time link and revokes everything that the old password gave access to: sessions on
 * the site and at the provider, ID tokens, and known browsers. Returns an error if the new password is rejected,
 * `'expired'` if the link is unknown, used, replaced or expired, and null on success.
 */
export const resetPassword = async (
  { sql, config }: Dependencies,
  { token, password, requester }: Reset,
): Promise<{ error: string } | 'expired' | null> => {
  const tokenHash = hashSessionToken(token)
  const link = await selectAccountLink(sql, tokenHash, 'reset-password')
  const account = link && (await selectAccountBySubject(sql, link.subject))
  if (!account) return 'expired'
  const { subject, email, name } = account
  const error = await findPasswordError(password, { email, name, siteName: config.siteName })
  if (error) return { error }
  const passwordHash = await hashPassword(password, requester)
  return sql.begin(async (tx) => {
    const consumed = await consumeAccountLink(tx, tokenHash, 'reset-password')
    if (!consumed) return 'expired'
    await resetPasswordAndRevokeIdTokens(tx, subject, passwordHash)
    if (consumed.isMailed) await markEmailVerified(tx, subject, consumed.email)
    await deletePayloadsByAccount(tx, subject)
    await deleteKnownDevicesByAccount(tx, subject)
    const user = await selectUserByGoogleId(tx, `${config.oidc.providerId}:${subject}`)
    if (user) await deleteSessions(tx, { userId: user.id })
    if (config.mail) await enqueueJob(tx, securityNoticeJob, { subject, kind: 'password-changed' })
    return null
  })
}

/** Marks the account's email as verified. Returns false if the link is no longer valid or the email has changed. */
export const confirmEmail = (sql: Sql, token: string): Promise<boolean> =>
  sql.begin(async (tx) => {
    const link = await consumeAccountLink(tx, hashSessionToken(token), 'confirm-email')
    return link !== null && markEmailVerified(tx, link.subject, link.email)
  })

/** Finds the account and the email that a confirmation link belongs to; null if the link is no longer valid. */
export const findConfirmationLink = (sql: AnySql, token: string): Promise<AccountLink | null> =>
  selectAccountLink(sql, hashSessionToken(token), 'confirm-email')

export const isResetLinkValid = async (sql: AnySql, token: string): Promise<boolean> =>
  (await selectAccountLink(sql, hashSessionToken(token), 'reset-password')) !== null
