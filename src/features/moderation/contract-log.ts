import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { idSchema, limitSchema } from '#core/query-schemas.ts'
import { decisionActions, logFigures, moderatorRoles, subjectKinds } from './contract-values.ts'

const tag = 'Moderation'
const YEAR = /^20\d\d$/
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/

const logEntrySchema = z.object({
  id: z.int(),
  /** What kind of thing was decided about. Which one, and whose, is not said. */
  subjectKind: z.enum(subjectKinds),
  action: z.enum(decisionActions),
  /** The operator's reason. What moderators write beside it may name people, so it is not said. */
  reason: z.string(),
  isLegal: z.boolean(),
  endsAt: z.nullable(dateSchema),
  moderatorRole: z.enum(moderatorRoles),
  /** Who decided; null unless the operator wants names in the log. */
  moderator: z.nullable(z.string()),
  createdAt: dateSchema,
  reversedAt: z.nullable(dateSchema),
  /** Why it was undone: after an appeal of the author, or because moderators looked again. */
  reversal: z.nullable(z.enum(['appeal', 'review'])),
})
export type LogEntry = z.output<typeof logEntrySchema>

export const listModerationLog = endpoint({
  method: 'GET',
  path: '/api/moderation-log',
  summary: 'List the decisions of moderators, newest first, without what they are about',
  tag,
  access: 'anyone',
  scope: 'read',
  query: z.object({
    kind: z.optional(z.enum(subjectKinds, 'kind is not valid')),
    /** Only decisions of this month, such as 2026-11 (UTC). */
    month: z.optional(z.string().check(z.regex(MONTH, 'month must be a month such as 2026-11'))),
    limit: limitSchema,
    after: z.optional(idSchema),
  }),
  reply: z.array(logEntrySchema),
  next: nextAfter<LogEntry>(({ id }) => String(id)),
  cacheSeconds: 60,
})

const figureSchema = z.object({
  /** The month, such as 2026-11 (UTC). */
  month: z.string(),
  figure: z.enum(logFigures),
  /** What is counted: an action, a kind, a reason, a role, or a kind of report or answer. */
  name: z.string(),
  value: z.number(),
})
export type ModerationFigure = z.output<typeof figureSchema>

export const getModerationFigures = endpoint({
  method: 'GET',
  path: '/api/moderation-log/figures',
  summary: 'Get the figures of moderation in each month of a year, for a transparency report',
  tag,
  access: 'anyone',
  scope: 'read',
  expensive: { name: 'moderation-figures', max: 60 },
  query: z.object({ year: z.string().check(z.regex(YEAR, 'year must be a year such as 2026')) }),
  reply: z.array(figureSchema),
  cacheSeconds: 60,
})
