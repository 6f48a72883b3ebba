import type { MailContent } from '#server/mail/render-mail.ts'

type Names = { siteName: string; email: string }
type Link = Names & { url: string }

export const passwordResetText = ({ siteName, email, url }: Link): MailContent => ({
  subject: `Set a new password for ${siteName}`,
  paragraphs: [`Someone asked for a new password for the ${siteName} account with the email ${email}.`],
  link: { label: 'Set a new password', url },
  notes: [
    'This link works once, for one hour. Only the newest link works.',
    "If it wasn't you, ignore this mail. Your password stays the same.",
  ],
})

export const confirmationText = ({ siteName, email, url }: Link): MailContent => ({
  subject: `Confirm your email for ${siteName}`,
  paragraphs: [`An account on ${siteName} was created with the email ${email}. Confirm that it's yours.`],
  link: { label: 'Confirm your email', url },
  notes: [
    'This link works for three days.',
    "If you didn't create this account, ignore this mail: don't confirm it.",
  ],
})

export type NoticeKind = 'password-changed' | 'new-sign-in'

const noticeTexts: Record<NoticeKind, (names: Names, time: string) => MailContent> = {
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
}

export const noticeText = (kind: NoticeKind, names: Names, at: Date): MailContent =>
  noticeTexts[kind](names, `${dateFormat.format(at)} UTC`)

const dateFormat = new Intl.DateTimeFormat('en', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
  hourCycle: 'h23',
})
