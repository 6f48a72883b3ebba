import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { consumeAddressRateLimit, incrementRateLimit } from '#server/limits/rate-limit.ts'
import { normalizeEmail } from '#server/mail/email-address.ts'
import { emailConfirmationJob, passwordResetJob, securityNoticeJob } from '../mail-jobs.ts'
import { selectAccountByEmail, selectAccountBySubject } from './account-query.ts'

type Dependencies = { sql: Sql; config: Pick<Config, 'mail' | 'rateLimitScale'> }

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS
/**
 * Requests beyond this number send no email. The most recently mailed link stays valid, so nobody can lock
 * the owner out.
 */
const MAX_RESETS_PER_HOUR = 3
const MAX_NOTICES_PER_DAY = 5

/**
 * Enqueues an email with a link to set a new password. The job is enqueued whether or not the email has an account, so
 * that the response does not reveal which emails do. Its payload names only the account, because jobs are kept for a
 * week. Throws 429 after too many
 * requests from one address.
 */
export const requestPasswordReset = async (
  { sql, config: { rateLimitScale: scale } }: Dependencies,
  { email, ip }: { email: string; ip: string },
): Promise<void> => {
  await consumeAddressRateLimit(sql, { key: 'forgot', ip, max: 10, windowSeconds: HOUR_SECONDS, scale })
  const account = normalizeEmail(email)
  const { taken: sent } = await incrementRateLimit(sql, {
    key: `forgot:${account}`,
    windowSeconds: HOUR_SECONDS,
  })
  if (scale > 0 && sent > MAX_RESETS_PER_HOUR) return
  const found = await selectAccountByEmail(sql, email)
  await enqueueJob(sql, passwordResetJob, { subject: found?.subject ?? '' })
}

/**
 * Enqueues the emails that follow a sign-in. An unconfirmed email gets a confirmation link, at most once a day, so that
 * a lost email is replaced. A confirmed email gets a notice if the sign-in came from a browser that is new to the
 * account.
 */
export const enqueueSignInMails = async (
  { sql, config }: Dependencies,
  { subject, isNewBrowser }: { subject: string; isNewBrowser: boolean },
): Promise<void> => {
  if (!config.mail) return
  const account = await selectAccountBySubject(sql, subject)
  const count = async (kind: string) =>
    (await incrementRateLimit(sql, { key: `${kind}:${subject}`, windowSeconds: DAY_SECONDS })).taken
  if (account && !account.isEmailVerified) {
    if ((await count('mail-confirmation')) === 1) await enqueueJob(sql, emailConfirmationJob, { subject })
  } else if (account && isNewBrowser && (await count('mail-new-sign-in')) <= MAX_NOTICES_PER_DAY)
    await enqueueJob(sql, securityNoticeJob, { subject, kind: 'new-sign-in' })
}
