import { REJECTED_DAYS } from '#features/members/contract-values.ts'

/** UI strings for members whose account waits for approval. */
export const approvalTexts = {
  lead: 'The people who run this site read your answer before you can publish, vote and comment.',
  send: 'Send',
  sending: 'Sending…',
  sent: 'Your answer is sent',
  waitingTitle: 'Your account is waiting for approval',
  waitingText:
    'The people who run this site read your answer first. Until then you can read what visitors can read. If this site sends mail, we mail you their decision.',
  notice: 'Your account is waiting for approval.',
  more: 'Details',
  rejectedTitle: 'Your account was not approved',
  rejectedText: `The account will be deleted ${REJECTED_DAYS} days after this decision.`,
  reason: (reason: string) => `The reason: ${reason}`,
  browse: 'Browse the site',
} as const
