import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema, limitSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { moderationMessages } from './contract-messages.ts'
import { APPEAL_DAYS, decisionActions, moderatorRoles, subjectKinds } from './contract-values.ts'

const tag = 'Moderation'
const params = z.object({ id: idSchema })

const appealFields = {
  words: z.string(),
  createdAt: dateSchema,
  /** Empty until it has been answered. */
  answer: z.string(),
  isGranted: z.nullable(z.boolean()),
  answeredAt: z.nullable(dateSchema),
}

const decisionFields = {
  id: z.int(),
  subjectKind: z.enum(subjectKinds),
  /** The title or the beginning of what the decision is about. */
  excerpt: z.string(),
  action: z.enum(decisionActions),
  reason: z.string(),
  words: z.string(),
  /** True if it rests on the law instead of the rules of the site. */
  isLegal: z.boolean(),
  endsAt: z.nullable(dateSchema),
  /** Who decided, without a name. */
  moderatorRole: z.enum(moderatorRoles),
  createdAt: dateSchema,
  reversedAt: z.nullable(dateSchema),
}

const ownDecisionSchema = z.object({
  ...decisionFields,
  /** What became of the appeal; null if there is none. */
  appeal: z.nullable(z.enum(['open', 'granted', 'rejected'])),
})
export type OwnDecision = z.output<typeof ownDecisionSchema>

export const listOwnDecisions = endpoint({
  method: 'GET',
  path: '/api/user/decisions',
  summary: 'List the decisions of moderators about you and what you wrote, newest first',
  tag,
  access: 'signed-in',
  scope: 'private',
  query: z.object({ limit: limitSchema, after: z.optional(idSchema) }),
  reply: z.array(ownDecisionSchema),
  next: nextAfter<OwnDecision>(({ id }) => String(id)),
})

/** A statement of reasons (Digital Services Act, article 17). */
const statementSchema = z.object({
  ...decisionFields,
  reversalWords: z.string(),
  /** True for the author, false for staff. */
  isOwn: z.boolean(),
  /** What the decision is about, as long as it is kept: a removed comment's text, for example. */
  content: z.string(),
  /** The first posts that were taken away with everything of an account. */
  posts: z.array(z.object({ title: z.string(), href: z.string() })),
  /** The page of the content; null if it has none that can be opened. */
  href: z.nullable(z.string()),
  /** What automatic checks had found before the decision. */
  findings: z.array(z.string()),
  /** What it goes back to. */
  hasReports: z.boolean(),
  hasLegalNotices: z.boolean(),
  appeal: z.nullable(z.object(appealFields)),
  /** Until when the author can appeal. */
  appealEndsAt: dateSchema,
  canAppeal: z.boolean(),
})
export type Statement = z.output<typeof statementSchema>

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/user/decisions/:id',
  summary: 'Get the statement of reasons of a decision, for the author and moderators',
  tag,
  access: 'signed-in',
  scope: 'private',
  errors: ['decision-not-found'],
  params,
  reply: statementSchema,
})

export const appealDecision = endpoint({
  method: 'POST',
  path: '/api/user/decisions/:id/appeal',
  summary: `Appeal a decision about you or what you wrote, once and within ${APPEAL_DAYS} days`,
  tag,
  access: 'signed-in',
  scope: 'write',
  rateLimit: { name: 'appeal', max: 10, windowSeconds: 3_600 },
  errors: ['decision-not-found', 'already-appealed', 'appeal-too-late', 'decision-reversed'],
  params,
  body: z.object({
    words: textSchema(limits.moderationWords, {
      required: moderationMessages.wordsRequired,
      tooLong: moderationMessages.wordsLong,
    }),
  }),
  reply: z.object({}),
})

const personSchema = z.object({ id: z.int(), username: z.string() })

const staffAppealSchema = z.object({
  ...appealFields,
  id: z.int(),
  appellant: personSchema,
  /** Who answered; null until then, and if their account was deleted. */
  answeredBy: z.nullable(personSchema),
  /** True if the requesting moderator can answer it. */
  canAnswer: z.boolean(),
  decision: z.object({ ...decisionFields, caseId: z.int(), moderator: z.string() }),
})
export type StaffAppeal = z.output<typeof staffAppealSchema>

export const listAppeals = endpoint({
  method: 'GET',
  path: '/api/moderation/appeals',
  summary: 'List appeals: open ones, oldest first, or answered ones, newest first',
  tag,
  access: 'moderator',
  scope: 'admin',
  query: z.object({
    state: z._default(z.enum(['open', 'answered'], 'state must be open or answered'), 'open'),
    limit: limitSchema,
    after: z.optional(idSchema),
  }),
  reply: z.array(staffAppealSchema),
  next: nextAfter<StaffAppeal>(({ id }) => String(id)),
})

export const answerAppeal = endpoint({
  method: 'POST',
  path: '/api/moderation/appeals/:id/answer',
  summary: 'Answer an appeal; if it is granted, the decision is undone',
  tag,
  access: 'moderator',
  scope: 'admin',
  rateLimit: { name: 'moderation', max: 1_000, windowSeconds: 3_600 },
  errors: [
    'appeal-not-found',
    'appeal-answered',
    'appeal-by-decider',
    'own-subject',
    'higher-role',
    'decision-not-found',
    'decision-outdated',
  ],
  params,
  body: z.object({
    isGranted: z.boolean('Choose what you decide'),
    answer: textSchema(limits.moderationWords, {
      required: moderationMessages.answerRequired,
      tooLong: moderationMessages.wordsLong,
    }),
  }),
  reply: z.object({}),
})
