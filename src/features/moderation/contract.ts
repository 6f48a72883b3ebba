import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { postLabels } from '#core/post-restrictions.ts'
import { idSchema, limitSchema } from '#core/query-schemas.ts'
import { hiddenTextSchema } from '#features/posts/contract.ts'
import { tagSchema } from '#features/posts/contract-tags.ts'
import { decisionReasonSchema, wordsSchema } from './contract-form.ts'
import { moderationMessages } from './contract-messages.ts'
import { subjectReferenceSchema } from './contract-reports.ts'
import {
  caseSources,
  decisionActions,
  MAX_SANCTION_DAYS,
  moderatorRoles,
  subjectKinds,
} from './contract-values.ts'

const tag = 'Moderation'
const params = z.object({ id: idSchema })
/** Limits all writes of a moderator together. */
const moderatorLimit = { name: 'moderation', max: 1_000, windowSeconds: 3_600 } as const

const personSchema = z.object({ id: z.int(), username: z.string() })

/** A case in the queue. */
const caseFields = {
  id: z.int(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.int(),
  /** The number of a reported version; 0 for other subjects. */
  subjectVersion: z.int(),
  postId: z.nullable(z.int()),
  topic: z.nullable(z.object({ id: z.int(), name: z.string() })),
  author: z.nullable(personSchema),
  /** The title or the beginning of the subject when the case was opened. */
  excerpt: z.string(),
  source: z.enum(caseSources),
  /** What automatic checks have found. */
  findings: z.array(z.string()),
  /** A legal notice, or one about a child. */
  isUrgent: z.boolean(),
  isOpen: z.boolean(),
  /** The moderator who works on it. A claim ends after half an hour without a change. */
  claimedBy: z.nullable(personSchema),
  openedAt: dateSchema,
  reportCount: z.int(),
  /** The reasons of its reports, the most frequent one first. */
  reasons: z.array(z.string()),
}
/** What was decided last in a case, unless it is open. */
const outcomeSchema = z.object({
  action: z.enum(decisionActions),
  reason: z.string(),
  moderatorRole: z.enum(moderatorRoles),
  createdAt: dateSchema,
  isReversed: z.boolean(),
  /** True for a dismissal that showed a hidden post or comment. */
  isApproval: z.boolean(),
})
const caseSchema = z.object({ ...caseFields, outcome: z.nullable(outcomeSchema) })
export type ModerationCase = z.output<typeof caseSchema>

export const caseStates = ['open', 'decided'] as const

export const listCases = endpoint({
  method: 'GET',
  path: '/api/moderation/cases',
  summary: 'List cases: open ones, urgent first and then the oldest, or decided ones, newest first',
  tag,
  access: 'moderator',
  scope: 'admin',
  query: z.object({
    state: z._default(z.enum(caseStates, 'state must be open or decided'), 'open'),
    limit: limitSchema,
    /** The cursor of the next page. */
    after: z.optional(z.string().check(z.regex(/^[01]_[1-9]\d{0,9}$/, 'after is not valid'))),
  }),
  reply: z.array(caseSchema),
  next: nextAfter<ModerationCase>(({ isUrgent, id }) => `${isUrgent ? 1 : 0}_${id}`),
})

export const countOpenCases = endpoint({
  method: 'GET',
  path: '/api/moderation/waiting',
  summary: 'Count the cases, appeals and new accounts that wait for you, each up to 100',
  tag,
  access: 'moderator',
  scope: 'admin',
  reply: z.object({ cases: z.int(), appeals: z.int(), accounts: z.int() }),
})

export const decisionSchema = z.object({
  id: z.int(),
  caseId: z.int(),
  action: z.enum(decisionActions),
  reason: z.string(),
  words: z.string(),
  /** True if it rests on the law instead of the rules of the site. */
  isLegal: z.boolean(),
  /** When a mute or suspension ends; null for one without an end, and for other decisions. */
  endsAt: z.nullable(dateSchema),
  moderator: z.string(),
  moderatorRole: z.enum(moderatorRoles),
  createdAt: dateSchema,
  reversedAt: z.nullable(dateSchema),
  reversalWords: z.string(),
})
export type Decision = z.output<typeof decisionSchema>

const reportSchema = z.object({
  id: z.int(),
  /** The member who reported; null for a legal notice of somebody without an account, and for moderators of topics. */
  reporter: z.nullable(personSchema),
  reason: z.string(),
  words: z.string(),
  isLegal: z.boolean(),
  /** Who sent a legal notice, and their email; left out for moderators of topics. */
  name: z.string(),
  email: z.nullable(z.string()),
  url: z.string(),
  /** The `revision` of what was reported when it was reported; null if that is not known. */
  revision: z.nullable(z.string()),
  /** When the sender of a legal notice confirmed their email; null if they have not, and for members' reports. */
  confirmedAt: z.nullable(dateSchema),
  createdAt: dateSchema,
  /** Of the reporter's earlier reports: how many led to more than a dismissal, and how many were decided. */
  upheld: z.int(),
  decided: z.int(),
})
export type CaseReport = z.output<typeof reportSchema>

export const noteSchema = z.object({
  id: z.int(),
  author: z.string(),
  words: z.string(),
  createdAt: dateSchema,
})
export type ModerationNote = z.output<typeof noteSchema>

/** What a subject says now. */
const subjectSchema = z.object({
  /** Its page; null if it has none that moderators can open. */
  href: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
  exampleFiles: z.array(z.string()),
  tags: z.array(z.string()),
  labels: z.array(z.enum(postLabels)),
  /** False if moderators or its author have taken it away from readers. */
  isVisible: z.boolean(),
  /** False if only some people can read it and nobody has reported it as it is now. Then moderators do not read it either. */
  isReadable: z.boolean(),
  /** Differs after each change of what it says. A decision names it as `revision`. */
  revision: z.string(),
  /** True if it is hidden until the case is decided. A dismissal shows it. */
  isWaiting: z.boolean(),
})
export type CaseSubject = z.output<typeof subjectSchema>

const moderatedTextSchema = z.object({
  revision: z.string(),
  title: z.string(),
  text: z.string(),
  createdAt: dateSchema,
})
export type ModeratedText = z.output<typeof moderatedTextSchema>

const caseDetailsSchema = z.object({
  ...caseFields,
  /** Null if it no longer exists. */
  subject: z.nullable(subjectSchema),
  /** The post that a comment, suggested edit or result is about, unless it is private; then only admins read its title. */
  post: z.nullable(z.object({ title: z.string(), text: z.string(), href: z.nullable(z.string()) })),
  /** What the texts of a post hide (docs/spec/hidden-text.md). */
  hiddenText: z.array(hiddenTextSchema),
  reports: z.array(reportSchema),
  /** What the subject said when it was reported or decided about, newest first, up to 10, unless it says the same now. */
  earlierTexts: z.array(moderatedTextSchema),
  /** Decisions about the same subject, oldest first. */
  decisions: z.array(decisionSchema),
  /** Earlier decisions about the author and what else they wrote, newest first, up to 20. */
  authorDecisions: z.array(decisionSchema),
  notes: z.array(noteSchema),
  authorNotes: z.array(noteSchema),
  /** What the requesting moderator can decide. */
  actions: z.array(z.enum(decisionActions)),
})
export type CaseDetails = z.output<typeof caseDetailsSchema>

export const getCase = endpoint({
  method: 'GET',
  path: '/api/moderation/cases/:id',
  summary: 'Get a case with its reports, decisions and notes, and what its subject says now',
  tag,
  access: 'moderator',
  scope: 'admin',
  errors: ['case-not-found'],
  params,
  reply: caseDetailsSchema,
})

export const openCase = endpoint({
  method: 'POST',
  path: '/api/moderation/cases',
  summary: 'Open a case about content or a member without a report, or get the open one',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: ['subject-not-found', 'own-subject'],
  body: z.object({ subject: subjectReferenceSchema }),
  reply: z.object({ id: z.int() }),
})

export const claimCase = endpoint({
  method: 'PUT',
  path: '/api/moderation/cases/:id/claim',
  summary: 'Work on a case, so that no other moderator does, or stop',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: ['case-not-found', 'case-claimed', 'case-decided', 'own-subject'],
  params,
  body: z.object({ isClaimed: z.boolean() }),
  reply: z.object({}),
})

export const decideCase = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/:id/decisions',
  summary: 'Decide a case, which closes it; the author and the reporters are told',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: [
    'case-not-found',
    'case-claimed',
    'case-decided',
    'subject-not-found',
    'subject-changed',
    'own-subject',
    'action-not-possible',
    'higher-role',
    'topic-not-found',
  ],
  params,
  body: z.object({
    action: z.enum(decisionActions, 'action is not valid'),
    /** One of the operator's reasons; of a dismissal one of its own, by default "Within the rules". */
    reason: z._default(decisionReasonSchema, ''),
    words: wordsSchema(),
    isLegal: z._default(z.boolean(), false),
    /**
     * The `revision` of the subject that the moderator has read. If it has changed since, the decision is refused. It can be
     * left out, but not to show a hidden post to readers.
     */
    revision: z.optional(z.string().check(z.maxLength(64))),
    /**
     * The id of the newest of the case's `decisions` in force that the moderator has read, null for none. If another one has been
     * made since, or this one undone, the decision is refused. It can be left out.
     */
    lastDecision: z.optional(z.nullable(z.int32())),
    /** For a mute or suspension: after how many days it ends. Without it, it does not end by itself. */
    days: z.optional(
      z
        .int32(moderationMessages.daysInvalid)
        .check(
          z.minimum(1, moderationMessages.daysInvalid),
          z.maximum(MAX_SANCTION_DAYS, moderationMessages.daysInvalid),
        ),
    ),
    /** For `label`: all labels that the post has afterwards. */
    labels: z.optional(z.array(z.enum(postLabels)).check(z.maxLength(postLabels.length))),
    /** For `recategorize`: the topic and tags that the post has afterwards. What is left out stays. */
    topicId: z.optional(z.nullable(z.int32())),
    tags: z.optional(z.array(tagSchema).check(z.maxLength(limits.tags))),
  }),
  reply: decisionSchema,
})

export const reverseDecision = endpoint({
  method: 'POST',
  path: '/api/moderation/decisions/:id/reversal',
  summary: 'Undo a decision; its author is told',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: ['decision-not-found', 'decision-reversed', 'decision-outdated', 'own-subject', 'higher-role'],
  params,
  body: z.object({ reversalWords: wordsSchema() }),
  reply: decisionSchema,
})

const noteBodySchema = z.object({
  words: wordsSchema(moderationMessages.noteRequired),
  /** The idempotency key: requests with the same one store one note. */
  requestKey: z.optional(z.uuid()),
})

export const writeCaseNote = endpoint({
  method: 'POST',
  path: '/api/moderation/cases/:id/notes',
  summary: 'Write a note on a case that only moderators see',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: ['case-not-found'],
  params,
  body: noteBodySchema,
  reply: noteSchema,
})

export const writeMemberNote = endpoint({
  method: 'POST',
  path: '/api/moderation/members/:id/notes',
  summary: 'Write a note on a member that only moderators of the site see',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: moderatorLimit,
  errors: ['user-not-found', 'not-allowed'],
  params,
  body: noteBodySchema,
  reply: noteSchema,
})
