import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { limitShape, offsetShape } from '#core/query-shapes.ts'
import { cleanText } from '#core/text.ts'

/** Everything an admin can do; each is recorded. */
export const adminActions = [
  'mute-user',
  'unmute-user',
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

/** Why an admin does something, for the record; empty where nothing is said. */
export const whyShape = z.object({
  reason: z._default(
    z.pipe(
      z.string('reason must be given once').check(z.maxLength(limits.reason, 'The reason is too long')),
      z.transform(cleanText),
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
