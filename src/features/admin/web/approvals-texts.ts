import { REJECTED_DAYS } from '#features/members/contract-values.ts'
import { formatCountWithNoun } from './format-count-with-noun.ts'

/** UI strings for the Approvals tab. */
export const approvalTexts = {
  emptyText: 'New accounts appear here if this site approves them.',
  waiting: 'Waiting',
  rejected: 'Rejected',
  answer: 'Answer',
  rejectedBecause: (reason: string) => `Rejected: ${reason}`,
  approve: 'Approve',
  approveNamed: (name: string) => `Approve ${name}`,
  approveAll: (count: number) => `Approve ${formatCountWithNoun(count, 'account')}`,
  approveText: 'They can publish, vote and comment from now on, and get a mail if this site sends mail.',
  approved: (count: number) => `Approved ${formatCountWithNoun(count, 'account')}`,
  reject: 'Reject',
  rejectNamed: (name: string) => `Reject ${name}`,
  rejectTitle: (name: string) => `Reject ${name}?`,
  rejectText: `They can read your reason for ${REJECTED_DAYS} days. Then the account is deleted.`,
  isRejected: (name: string) => `Rejected ${name}`,
} as const
