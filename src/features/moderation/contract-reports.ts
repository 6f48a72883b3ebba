import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint, nextAfter } from '#core/endpoint.ts'
import { idSchema, limitSchema } from '#core/query-schemas.ts'
import { reportFormSchema } from './contract-form.ts'
import { decisionActions, MAX_OPEN_REPORTS, subjectKinds } from './contract-values.ts'

const tag = 'Moderation'

/**
 * What is reported: the id of a post, comment, suggested edit or result, the link id of a collection, the username of a
 * member; for a version, the id of its post and its number.
 */
export const subjectReferenceSchema = z.object({
  kind: z.enum(subjectKinds, 'kind is not valid'),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  version: z.optional(z.int32().check(z.minimum(1))),
})
export type SubjectReference = z.output<typeof subjectReferenceSchema>

export const listReportReasons = endpoint({
  method: 'GET',
  path: '/api/report-reasons',
  summary: 'List the reasons for reports and decisions',
  tag,
  access: 'anyone',
  scope: 'read',
  reply: z.array(z.string()),
  cacheSeconds: 10,
})

export const reportContent = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: `Report content or a member; once each, and at most ${MAX_OPEN_REPORTS} wait for a decision`,
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: { name: 'report', max: 30, windowSeconds: 3_600 },
  errors: ['subject-not-found', 'already-reported', 'too-many-reports', 'own-subject', 'newcomer-limit'],
  body: z.object({ subject: subjectReferenceSchema, ...reportFormSchema.shape }),
  reply: z.object({ id: z.int() }),
})

const ownReportSchema = z.object({
  id: z.int(),
  subjectKind: z.enum(subjectKinds),
  /** The title or the beginning of what was reported; '[no longer stored]' once it is not stored any longer. */
  excerpt: z.string(),
  /** The page of what was reported; null if you can no longer see it. */
  url: z.nullable(z.string()),
  reason: z.string(),
  words: z.string(),
  createdAt: dateSchema,
  /** The decision; null while the report waits for one. */
  decision: z.nullable(
    z.object({
      action: z.enum(decisionActions),
      reason: z.string(),
      words: z.string(),
      createdAt: dateSchema,
      isReversed: z.boolean(),
    }),
  ),
})
export type OwnReport = z.output<typeof ownReportSchema>

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/user/reports',
  summary: 'List your reports with what was decided, newest first, without those that you have withdrawn',
  tag,
  access: 'signed-in',
  scope: 'private',
  query: z.object({ limit: limitSchema, after: z.optional(idSchema) }),
  reply: z.array(ownReportSchema),
  next: nextAfter<OwnReport>(({ id }) => String(id)),
})

export const withdrawReport = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id',
  summary: 'Withdraw your report, as long as it waits for a decision',
  tag,
  access: 'signed-in',
  scope: 'write',
  rateLimit: { name: 'report', max: 30, windowSeconds: 3_600 },
  errors: ['report-not-found', 'case-decided'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})
