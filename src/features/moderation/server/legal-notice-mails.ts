import type { MailContent } from '#server/mail/render-mail.ts'
import { decisionSentences, formatDay } from '../contract-messages.ts'
import { NOTICE_CONFIRMATION_DAYS } from '../contract-values.ts'
import type { MailedDecision, MailedNotice } from './legal-notice-query.ts'

export const createNoticeConfirmationMail = ({ url, link }: { url: string; link: string }): MailContent => ({
  subject: 'Confirm your report of illegal content',
  paragraphs: [
    `Somebody reported ${url} as illegal content and gave this email.`,
    'Was it you? Open the link and press the button. Moderators see your report only then.',
  ],
  link: { label: 'Confirm your report', url: link },
  notes: [
    `The link is valid for ${NOTICE_CONFIRMATION_DAYS} days. If it was not you, ignore this mail: the report will be deleted.`,
  ],
})

export const createNoticeReceiptMail = ({ url, reason, words, createdAt }: MailedNotice): MailContent => ({
  subject: 'We have received your report of illegal content',
  paragraphs: [
    `We have received what you reported on ${formatDay(createdAt)}. A person reads it, before other reports, and we will mail you what was decided and why.`,
    `Address: ${url}`,
    `Why it is illegal: ${reason}`,
    words,
  ],
})

export const createNoticeDecisionMail = (
  { url, createdAt }: MailedNotice,
  decision: MailedDecision,
  contact: string,
): MailContent => ({
  subject: decision.reversedAt
    ? 'The decision about your report was undone'
    : 'Your report of illegal content was decided',
  paragraphs: [
    `On ${formatDay(createdAt)}, you reported ${url} as illegal content.`,
    `Decided on ${formatDay(decision.createdAt)}: ${decisionSentences[decision.action]}.`,
    ...(decision.reversedAt ? [`On ${formatDay(decision.reversedAt)}, this decision was undone.`] : []),
    ...(decision.reason === '' ? [] : [`Reason: ${decision.reason}`]),
    ...(decision.words === '' ? [] : [decision.words]),
    decision.moderatorRole === 'automatic'
      ? 'The decision was made automatically.'
      : 'A person made the decision.',
  ],
  link: { label: 'Complain about the decision', url: contact },
  notes: ['You can also go to a court.'],
})
