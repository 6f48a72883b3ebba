import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape, limitShape, offsetShape } from '#core/query-shapes.ts'
import { cleanText } from '#core/text.ts'
import { atMost } from '#core/text-shape.ts'
import { reasonShape } from '#features/audit/contract-form.ts'
import { messages } from '#features/audit/contract-messages.ts'

/** Everything an admin can do; each action writes an audit event. */
export const adminActions = [
  'mute-user',
  'unmute-user',
  'end-sessions-of-user',
  'delete-user',
  'create-topic',
  'change-topic',
  'mark-hot',
  'unmark-hot',
  'delete-topic',
  'approve-request',
  'reject-request',
  'delete-feedback',
  'delete-ad-request',
  'remove-post',
  'remove-comment',
] as const
export type AdminAction = (typeof adminActions)[number]

/** The search text of an admin list; empty means no search. */
export const lookedForShape = z._default(
  z.pipe(
    z.string('q must be a single value').check(z.maxLength(limits.search, 'q is too long')),
    z.transform(cleanText),
  ),
  '',
)

/** The sort orders of a list; the first is the default. */
export const sortShape = <const T extends readonly string[]>(sorts: T) =>
  z._default(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`), sorts[0] as T[number])

/** The optional reason for an admin's action; empty if none is given. */
export const whyShape = z.object({
  reason: z._default(
    z.pipe(
      z
        .string('reason must be a single value')
        .check(z.maxLength(limits.reason * 2 + 1_000, messages.reasonLong)),
      z.pipe(z.transform(cleanText), z.string().check(atMost(limits.reason, messages.reasonLong))),
    ),
    '',
  ),
})

/** The paging parameters of an admin list; 50 rows by default. */
export const adminPageShape = { limit: z._default(limitShape, limits.pageMax), offset: offsetShape }

const actShape = z.object({
  id: z.int(),
  admin: z.string(),
  action: z.enum(adminActions),
  targetId: z.nullable(z.int()),
  target: z.string(),
  reason: z.string(),
  /** The changed fields before and after the action; null if there were none. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: z.string(),
  /** Null if the reason was given with the action, or there is none. */
  reasonAddedAt: z.nullable(z.string()),
  /** True if the requesting admin took the action. */
  isOwn: z.boolean(),
})
export type AdminAct = z.output<typeof actShape>

export const listAdminActs = endpoint({
  method: 'GET',
  path: '/api/admin/acts',
  summary: 'List audit events, newest first; `q` searches admins, targets and reasons',
  tag: 'Admin',
  query: z.object({ ...adminPageShape, q: lookedForShape, action: z.optional(z.enum(adminActions)) }),
  reply: z.array(actShape),
})

export const explainAct = endpoint({
  method: 'PUT',
  path: '/api/admin/acts/:id/reason',
  summary: 'Add a reason to your own audit event; possible once',
  tag: 'Admin',
  params: z.object({ id: idShape }),
  body: reasonShape,
  reply: z.object({}),
})
