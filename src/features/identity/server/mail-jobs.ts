import * as z from 'zod'
import { selectSignUpContact } from '#features/members/server/sign-up-requests-query.ts'
import { defineJob, type JobContext } from '#server/jobs/job.ts'
import type { MailContent } from '#server/mail/render-mail.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import {
  createConfirmationMail,
  createPasswordResetMail,
  createSecurityNoticeMail,
  createSignUpDecisionMail,
  securityNoticeKinds,
} from './mail-texts.ts'
import { type LocalAccount, selectAccountByEmail, selectAccountBySubject } from './provider/account-query.ts'
import { createAccountLink } from './provider/create-account-link.ts'

/** Retries long enough to outlast a mail server outage of an hour or two. */
const retries = { retries: 8, retryAfterSeconds: 30, maxSeconds: 120 }

/**
 * The payload identifies an account and contains no link. The link is created when the email is sent, so that only
 * its hash is ever stored.
 */
const accountSchema = z.object({ subject: z.string() })

type Context = Pick<JobContext, 'config' | 'log'>

const send = async (
  { config, log }: Context,
  { email }: LocalAccount,
  content: MailContent,
): Promise<void> => {
  if (!(await sendMail(config, { to: email, content })))
    log.warn({}, 'The mail server rejects the address of an account')
}

/**
 * Runs for every password reset request, whether or not the account exists, so that the response does not reveal which
 * emails have an account.
 */
export const passwordResetJob = defineJob({
  name: 'mail-password-reset',
  // Servers of the previous version name the email.
  payload: z.union([accountSchema, z.object({ email: z.string() })]),
  ...retries,
  run: async ({ sql, config, log }, payload) => {
    const account =
      config.mail &&
      ('subject' in payload
        ? await selectAccountBySubject(sql, payload.subject)
        : await selectAccountByEmail(sql, payload.email))
    if (!account) return
    const { url } = await createAccountLink(sql, config, account, {
      purpose: 'reset-password',
      isMailed: true,
    })
    const mail = { siteName: config.siteName, email: account.email, url }
    await send({ config, log }, account, createPasswordResetMail(mail))
  },
})

export const emailConfirmationJob = defineJob({
  name: 'mail-confirmation',
  payload: accountSchema,
  ...retries,
  run: async ({ sql, config, log }, { subject }) => {
    const account = config.mail && (await selectAccountBySubject(sql, subject))
    if (!account || account.isEmailVerified) return
    const { url } = await createAccountLink(sql, config, account, {
      purpose: 'confirm-email',
      isMailed: true,
    })
    await send(
      { config, log },
      account,
      createConfirmationMail({ siteName: config.siteName, email: account.email, url }),
    )
  },
})

export const securityNoticeJob = defineJob({
  name: 'mail-security-notice',
  payload: z.object({ subject: z.string(), kind: z.enum(securityNoticeKinds) }),
  ...retries,
  run: async ({ sql, config, log, enqueuedAt }, { subject, kind }) => {
    const account = config.mail && (await selectAccountBySubject(sql, subject))
    if (!account) return
    const { siteName } = config
    await send(
      { config, log },
      account,
      createSecurityNoticeMail(kind, { siteName, email: account.email }, enqueuedAt),
    )
  },
})

/** Tells the owner of an account whether staff have approved it. */
export const signUpDecisionJob = defineJob({
  name: 'mail-sign-up-decision',
  payload: z.object({ userId: z.number(), isApproved: z.boolean(), reason: z.string() }),
  ...retries,
  run: async ({ sql, config, log }, { userId, ...decision }) => {
    const owner = config.mail && (await selectSignUpContact(sql, userId))
    if (!owner?.email) return
    const { siteName, publicUrl } = config
    const content = createSignUpDecisionMail({ siteName, email: owner.email, url: publicUrl }, decision)
    if (!(await sendMail(config, { to: owner.email, content })))
      log.warn({}, 'The mail server rejects the address of an account')
  },
})

export const mailJobs = [passwordResetJob, emailConfirmationJob, securityNoticeJob, signUpDecisionJob]
