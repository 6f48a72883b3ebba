import { REJECTED_DAYS } from '#features/members/contract-values.ts'
import type { MailContent } from '#server/mail/render-mail.ts'

type Names = { siteName: string; email: string }
type Link = Names & { url: string }

export const createPasswordResetMail = ({ siteName, email, url }: Link): MailContent => ({
  subject: `Set a new password for ${siteName}`,
  paragraphs: [`Someone asked for a new password for the ${siteName} account with the email ${email}.`],
  link: { label: 'Set a new password', url },
  notes: [
    'This link works once, for one hour. Only the newest link works.',
    "If it wasn't you, ignore this email. Your password stays the same.",
  ],
})

export const createConfirmationMail = ({ siteName, email, url }: Link): MailContent => ({
  subject: `Confirm your email for ${siteName}`,
  paragraphs: [`An account on ${siteName} was created with the email ${email}. Confirm that it's yours.`],
  link: { label: 'Confirm your email', url },
  notes: [
    'This link works for three days.',
    "If you didn't create this account, ignore this email: don't confirm it.",
  ],
})

export const createSignUpDecisionMail = (
  { siteName, email, url }: Link,
  { isApproved, reason }: { isApproved: boolean; reason: string },
): MailContent =>
  isApproved
    ? {
        subject: `Your ${siteName} account is approved`,
        paragraphs: [
          `The ${siteName} account with the email ${email} is approved. You can publish, vote and comment now.`,
        ],
        link: { label: `Go to ${siteName}`, url },
      }
    : {
        subject: `Your ${siteName} account was not approved`,
        paragraphs: [
          `The people who run ${siteName} have not approved the account with the email ${email}.`,
          ...(reason ? [`Their reason: ${reason}`] : []),
        ],
        notes: [`The account will be deleted in ${REJECTED_DAYS} days.`],
      }

export const securityNoticeKinds = [
  'password-changed',
  'new-sign-in',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'second-factors-removed',
  'token-created',
] as const
export type SecurityNoticeKind = (typeof securityNoticeKinds)[number]

type NoticeText = (names: Names, time: string) => MailContent

/** Creates the text of a notice about a change to the account's second factors. `event` says what happened. */
const secondFactorText =
  (subject: string, event: string): NoticeText =>
  ({ siteName, email }, time) => ({
    subject: subject.replace('SITE', siteName),
    paragraphs: [
      `${event} the ${siteName} account with the email ${email} on ${time}.`,
      "If it wasn't you, set a new password now: choose “Forgot your password?” on the sign-in page. Then check two-step sign-in in your account settings.",
    ],
  })

const noticeTexts: Record<SecurityNoticeKind, NoticeText> = {
  'password-changed': ({ siteName, email }, time) => ({
    subject: `Your ${siteName} password was changed`,
    paragraphs: [
      `The password of the ${siteName} account with the email ${email} was changed on ${time}.`,
      "If it wasn't you, set a new password now: choose “Forgot your password?” on the sign-in page.",
    ],
  }),
  'new-sign-in': ({ siteName, email }, time) => ({
    subject: `New sign-in to ${siteName}`,
    paragraphs: [
      `A browser that hadn't been used for it before signed in to the ${siteName} account with the email ${email} on ${time}.`,
      "If it wasn't you, set a new password now: choose “Forgot your password?” on the sign-in page. That signs out every browser.",
    ],
  }),
  'app-added': secondFactorText('Authenticator app added on SITE', 'An authenticator app was added to'),
  'app-removed': secondFactorText(
    'Authenticator app removed on SITE',
    'The authenticator app was removed from',
  ),
  'passkey-added': secondFactorText('Passkey added on SITE', 'A passkey was added to'),
  'passkey-removed': secondFactorText('Passkey removed on SITE', 'A passkey was removed from'),
  'recovery-codes-replaced': secondFactorText(
    'New recovery codes on SITE',
    'New recovery codes replaced the earlier ones of',
  ),
  'recovery-code-used': secondFactorText(
    'Recovery code used on SITE',
    'A recovery code was used to sign in to',
  ),
  'second-factors-removed': secondFactorText(
    'Two-step sign-in turned off on SITE',
    'An admin removed the authenticator app, the passkeys and the recovery codes from',
  ),
  'token-created': ({ siteName, email }, time) => ({
    subject: `New API token on ${siteName}`,
    paragraphs: [
      `An API token, with which a program can use the account, was created for the ${siteName} account with the email ${email} on ${time}.`,
      "If it wasn't you, set a new password now: choose “Forgot your password?” on the sign-in page. That also revokes every token.",
    ],
  }),
}

export const createSecurityNoticeMail = (kind: SecurityNoticeKind, names: Names, at: Date): MailContent =>
  noticeTexts[kind](names, `${dateFormat.format(at)} UTC`)

const dateFormat = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
  hourCycle: 'h23',
})
