import type { AdminAction, AuditEvent } from '../contract-audit.ts'
import { formatCountWithNoun } from './format-count-with-noun.ts'

/** The verb for each action, shown between the admin's name and the target's. */
export const auditVerbs: Record<AdminAction, string> = {
  'mute-user': 'muted',
  'unmute-user': 'unmuted',
  'change-role-of-user': 'changed the role of',
  'end-sessions-of-user': 'signed out',
  'create-reset-link-for-user': 'created a password link for',
  'reset-second-factors-of-user': 'removed the second factors of',
  'delete-user': 'deleted the user',
  'approve-sign-up': 'approved the account',
  'reject-sign-up': 'rejected the account',
  'create-topic': 'created the topic',
  'change-topic': 'changed the topic',
  'mark-hot': 'marked as HOT the topic',
  'unmark-hot': 'removed the HOT mark from the topic',
  'delete-topic': 'deleted the topic',
  'rename-tag': 'renamed the tag',
  'block-application': 'blocked the program',
  'allow-application': 'allowed again the program',
  'create-webhook': 'created a webhook of the topic',
  'change-webhook': 'changed a webhook of the topic',
  'delete-webhook': 'deleted a webhook of the topic',
  'approve-request': 'approved the request for',
  'reject-request': 'rejected the request for',
  'delete-feedback': 'deleted the feedback',
  'delete-ad-request': 'deleted the ad request from',
  'answer-contact-message': 'answered the message from',
  'delete-contact-message': 'deleted the message from',
  'remove-post': 'removed the post',
  'remove-comment': 'removed the comment',
  'withdraw-skill': 'withdrew a version of the skill',
  'delete-collection': 'deleted the collection',
  'delete-suggested-edit': 'deleted the suggested edit',
  'decide-case': 'decided the case about',
  'reverse-decision': 'undid a decision about',
  'answer-appeal': 'answered an appeal about',
  'edit-page': 'edited the page',
  'retry-job': 'retried the job',
  'delete-job': 'deleted the failed job',
}

type Fields = Record<string, unknown>
type Sentence = (value: unknown, event: AuditEvent) => string | null

const quoted = (value: unknown): string => `“${String(value)}”`
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Sentences about the values before an action, such as a deleted topic's description. */
const past: Record<string, Sentence> = {
  name: (value, { target }) => (value === target ? null : `The name was ${quoted(value)}.`),
  username: (value, { target }) => (value === target ? null : `The username was ${quoted(value)}.`),
  description: (value) => `The description was ${quoted(value)}.`,
  email: (value) => `The email address was ${String(value)}.`,
  content: (value, { target }) => (value === target ? null : `The text was ${quoted(value)}.`),
  excerpt: (value, { target }) => (value === target ? null : `The text began with ${quoted(value)}.`),
  userId: (value) => `The author is member number ${String(value)}.`,
  isMuted: (value) => (value ? 'The account was muted.' : null),
  isHot: (value) => (value ? 'It was marked as HOT.' : null),
  postCount: (value) =>
    numberOf(value)
      ? `${formatCountWithNoun(numberOf(value), 'post')} stayed without a topic.`
      : 'It had no posts.',
}

/**
 * Sentences about the values after an action, such as a new topic's description, or about the action's
 * outcome.
 */
const present: Record<string, Sentence> = {
  name: (value, { target }) => (value === target ? null : `The topic is called ${quoted(value)}.`),
  description: (value) => `The description is ${quoted(value)}.`,
  ended: (value) =>
    numberOf(value)
      ? `${formatCountWithNoun(numberOf(value), 'session')} ended.`
      : 'The account was not signed in anywhere.',
  topicId: () => null,
  userId: (value) => `The author is member number ${String(value)}.`,
  changedPosts: (value) => `It was on ${formatCountWithNoun(numberOf(value), 'post')}.`,
  isMuted: (value) =>
    value
      ? 'The member can no longer publish, comment or vote.'
      : 'The member can publish, comment and vote again.',
  isHot: (value) => (value ? 'It is now marked as HOT.' : 'It is no longer marked as HOT.'),
}

const BELONGINGS = ['posts', 'comments', 'votes', 'bookmarks']

/** Returns a sentence about the content that was deleted along with an account, if the event recorded any counts. */
const belongingsOf = (fields: Fields): string[] => {
  const counts = BELONGINGS.filter((name) => numberOf(fields[name]) > 0).map((name) =>
    formatCountWithNoun(numberOf(fields[name]), name.slice(0, -1)),
  )
  if (counts.length > 0) return [`Deleted with the account: ${counts.join(', ')}.`]
  return BELONGINGS.some((name) => name in fields) ? ['The account had no content.'] : []
}

/** Turns a field's name into words: `postCount` becomes `post count`, and `isOpen` becomes `mark “open”`. */
const wordsOf = (name: string): string => {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.replace(/^is (.+)$/, 'mark “$1”')
}

const valueText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? value.toLocaleString('en') : quoted(value)
}

const changeOf = (name: string, before: unknown, event: AuditEvent): string | null => {
  const after = event.after?.[name]
  if (before === after) return null
  const sentence = present[name]
  if (typeof after === 'boolean' && sentence) return sentence(after, event)
  const words = wordsOf(name)
  if (isEmpty(before)) return `The ${words} ${valueText(after)} was added.`
  if (isEmpty(after)) return `The ${words} ${valueText(before)} was removed.`
  return `The ${words} changed from ${valueText(before)} to ${valueText(after)}.`
}

const sentencesOf = (fields: Fields, known: Record<string, Sentence>, verb: string, event: AuditEvent) =>
  Object.entries(fields).map(([name, value]) => {
    if (BELONGINGS.includes(name) || isEmpty(value)) return null
    const sentence = known[name]
    return sentence ? sentence(value, event) : `The ${wordsOf(name)} ${verb} ${valueText(value)}.`
  })

/** Describes the values before and after an admin's action in plain sentences. */
export const describeAuditChanges = (event: AuditEvent): string[] => {
  const before = event.before ?? {}
  const after = event.after ?? {}
  const isRequest = event.action === 'approve-request'
  const isChanged = (name: string) => !isRequest && name in before && name in after
  const only = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isChanged(name)))
  return [
    ...Object.keys(before)
      .filter(isChanged)
      .map((name) => changeOf(name, before[name], event)),
    ...sentencesOf(only(before), past, 'was', event),
    ...belongingsOf(before),
    ...sentencesOf(only(after), present, 'is', event),
  ].filter((sentence) => sentence !== null)
}
