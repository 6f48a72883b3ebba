import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  searchTextSchema,
  sortSchema,
  timeSorts,
} from '#core/query-schemas.ts'
import { cleanText } from '#core/text.ts'
import { maxCharacters } from '#core/text-schema.ts'
import { reasonSchema } from './contract-form.ts'
import { auditMessages } from './contract-messages.ts'

/**
 * Limits all of an admin's writes together, so that a stolen admin session can't wipe the site within
 * minutes.
 */
export const adminWriteLimit = { name: 'admin', max: 1_000, windowSeconds: 3_600 } as const

/** All admin actions; each one writes an audit event. */
export const adminActions = [
  'mute-user',
  'unmute-user',
  'change-role-of-user',
  'end-sessions-of-user',
  'create-reset-link-for-user',
  'reset-second-factors-of-user',
  'delete-user',
  'approve-sign-up',
  'reject-sign-up',
  'create-topic',
  'change-topic',
  'mark-hot',
  'unmark-hot',
  'delete-topic',
  'rename-tag',
  'block-application',
  'allow-application',
  'create-webhook',
  'change-webhook',
  'delete-webhook',
  'approve-request',
  'reject-request',
  'delete-feedback',
  'delete-ad-request',
  'answer-contact-message',
  'delete-contact-message',
  'remove-post',
  'remove-comment',
  'withdraw-skill',
  'delete-collection',
  'delete-suggested-edit',
  'decide-case',
  'reverse-decision',
  'answer-appeal',
  'edit-page',
  'retry-job',
  'delete-job',
] as const
export type AdminAction = (typeof adminActions)[number]

/** The optional reason for an admin's action. Empty if no reason is given. */
export const optionalReasonSchema = z.object({
  reason: z._default(
    z.pipe(
      z
        .string('reason must be a single value')
        .check(z.maxLength(limits.reason * 2 + 1_000, auditMessages.reasonLong)),
      z.pipe(
        z.transform(cleanText),
        z.string().check(maxCharacters(limits.reason, auditMessages.reasonLong)),
      ),
    ),
    '',
  ),
})

const auditEventSchema = z.object({
  id: z.int(),
  admin: z.string(),
  action: z.enum(adminActions),
  targetId: z.nullable(z.int()),
  target: z.string(),
  reason: z.string(),
  /**
   * `before` and `after` contain the changed fields' values before and after the action. Each is null if no
   * values were recorded.
   */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: dateSchema,
  /**
   * The time at which the reason was added, if that was after the action. Null if the reason was given with
   * the action or if there is none.
   */
  reasonAddedAt: z.nullable(dateSchema),
  /** True if the requesting admin took the action. */
  isOwn: z.boolean(),
})
export type AuditEvent = z.output<typeof auditEventSchema>

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/api/admin/acts',
  summary: 'List audit events, newest first; `q` searches admins, targets and reasons',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object({
    ...adminPageQuerySchema,
    q: searchTextSchema,
    sort: sortSchema(timeSorts),
    action: z.optional(z.enum(adminActions)),
  }),
  reply: z.array(auditEventSchema),
})

export const addReason = endpoint({
  method: 'PUT',
  path: '/api/admin/acts/:id/reason',
  summary: 'Add a reason to your own audit event; possible once',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['audit-event-not-found', 'not-your-audit-event', 'reason-exists'],
  params: z.object({ id: idSchema }),
  body: reasonSchema,
  reply: z.object({}),
})
