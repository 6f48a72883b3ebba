import { limits } from '#core/limits.ts'
import {
  type DecisionAction,
  dismissalReasons,
  MAX_SANCTION_DAYS,
  MIN_NOTICE_WORDS,
  type ModeratorRole,
  type SubjectKind,
} from './contract-values.ts'

export const moderationMessages = {
  reasonRequired: 'Choose a reason',
  wordsLong: `Write at most ${limits.moderationWords.toLocaleString('en')} characters`,
  noteRequired: 'Write a note',
  wordsRequired: 'Say why',
  answerRequired: 'Write an answer',
  dismissalReason: `A dismissal has one of these reasons: ${dismissalReasons.join(', ')}`,
  dismissalLegal: 'A dismissal does not rest on the law',
  parameterForeign: 'This does not belong to the action',
  labelsRequired: 'Choose the labels that the post has afterwards, or none',
  topicOrTagsRequired: 'Choose the topic or the tags',
  decidedSince:
    'Another moderator has decided about this since you opened it. Look at it again before you decide.',
  daysInvalid: `The number of days must be from 1 to ${MAX_SANCTION_DAYS}`,
} as const

export const legalNoticeMessages = {
  urlRequired: 'Enter the address of the page',
  urlForeign: 'This address is not of this site. Copy the address of the page from your browser.',
  urlUnknown:
    'At this address is nothing that you can report. Enter the address of a post, version, comment, suggested edit, profile or collection that you can open.',
  reasonRequired: 'Choose why it is illegal',
  wordsRequired: `Explain in at least ${MIN_NOTICE_WORDS} characters why it is illegal`,
  nameRequired: 'Enter your name',
  nameLong: 'Name must be at most 100 characters',
  emailInvalid: 'Please enter a valid email address',
  goodFaithRequired: 'Confirm that what you write is accurate and complete, as far as you know',
} as const

/** What a decision was about, for everybody: "A comment". */
export const subjectNames: Record<SubjectKind, string> = {
  post: 'post',
  version: 'version of a post',
  comment: 'comment',
  member: 'account',
  collection: 'collection',
  'suggested-edit': 'suggested edit',
  result: 'report of a result',
}

/** What was decided, for everybody. The sentences name nobody. */
export const decisionSentences: Record<DecisionAction, string> = {
  dismiss: 'No action was taken',
  recategorize: 'Its topic or tags were changed',
  label: 'It was labelled',
  hide: 'It was hidden until its author changes it',
  remove: 'It was removed',
  'withdraw-version': 'The version was withdrawn',
  warn: 'The author was warned',
  mute: 'The author was muted',
  suspend: 'The account was suspended',
  'remove-all': 'The account was suspended, and all that it had published was removed',
}

/** What was decided, for the author. */
export const ownDecisionSentences: Record<DecisionAction, string> = {
  dismiss: 'It is shown again',
  recategorize: 'Its topic or tags were changed',
  label: 'It was labelled',
  hide: 'It is hidden until you change it',
  remove: 'It was removed',
  'withdraw-version': 'The version was withdrawn',
  warn: 'You were warned',
  mute: 'You were muted: you can read, but not write what others see',
  suspend: 'Your account was suspended: you can read, download and delete what is yours, and appeal',
  'remove-all': 'Your account was suspended, and all that you had published was removed. You can appeal.',
}

/** Who decided, without a name. */
export const roleNames: Record<ModeratorRole, string> = {
  admin: 'an admin',
  moderator: 'a moderator',
  'topic-moderator': 'a moderator of the topic',
  automatic: 'an automatic check',
}

/** Says that and why a decision was undone, for everybody; an empty text for one that stands. */
export const describeReversal = ({
  reversedAt,
  reversal,
}: {
  reversedAt: Date | null
  reversal: 'appeal' | 'review' | null
}): string => {
  if (!reversedAt) return ''
  const reason =
    reversal === 'appeal' ? 'its author appealed, and was right' : 'moderators looked at it again'
  return `Undone on ${formatDay(reversedAt)}: ${reason}.`
}

/** Formats a date in mails and statements, independently of the time zone of the server. */
export const formatDay = (date: Date): string =>
  date.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
