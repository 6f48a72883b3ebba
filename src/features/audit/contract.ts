import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idShape, limitShape, offsetShape } from '#core/query-shapes.ts'
import { cleanText } from '#core/text.ts'
import { atMost } from '#core/text-shape.ts'
import { reasonShape } from '#features/audit/contract-form.ts'
import { messages } from '#features/audit/contract-messages.ts'

/** Everything an admin can do; each is recorded. */
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

/** What is looked for in an admin's list; empty means everything. */
export const lookedForShape = z._default(
  z.pipe(
    z.string('q must be given once').check(z.maxLength(limits.search, 'q is too long')),
    z.transform(cleanText),
  ),
  '',
)

/** The orders of a list; the first where none is asked for. */
export const sortShape = <const T extends readonly string[]>(sorts: T) =>
  z._default(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`), sorts[0] as T[number])

/** Why an admin does something, for the record; empty where nothing is said. */
export const whyShape = z.object({
  reason: z._default(
    z.pipe(
      z
        .string('reason must be given once')
        .check(z.maxLength(limits.reason * 2 + 1_000, messages.reasonLong)),
      z.pipe(z.transform(cleanText), z.string().check(atMost(limits.reason, messages.reasonLong))),
    ),
    '',
  ),
})

/** A page of an admin's list; 50 rows unless said otherwise. */
export const adminPageShape = { limit: z._default(limitShape, limits.pageMax), offset: offsetShape }

const actShape = z.object({
  id: z.int(),
  admin: z.string(),
  action: z.enum(adminActions),
  targetId: z.nullable(z.int()),
  target: z.string(),
  reason: z.string(),
  /** What changed, as it was and as it is; null where there was or is nothing. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  createdAt: z.string(),
  /** Null where the reason came with the act, or none was given. */
  reasonAddedAt: z.nullable(z.string()),
  /** Whether it is the asking admin's. */
  isOwn: z.boolean(),
})
export type AdminAct = z.output<typeof actShape>

export const listAdminActs = endpoint({
  method: 'GET',
  path: '/api/admin/acts',
  summary: 'What admins did, newest first; `q` looks among admins, targets and reasons',
  tag: 'Admin',
  query: z.object({ ...adminPageShape, q: lookedForShape, action: z.optional(z.enum(adminActions)) }),
  reply: z.array(actShape),
})

export const explainAct = endpoint({
  method: 'PUT',
  path: '/api/admin/acts/:id/reason',
  summary: 'Say why one acted, after the act; once',
  tag: 'Admin',
  params: z.object({ id: idShape }),
  body: reasonShape,
  reply: z.object({}),
})
