import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'

const params = z.object({ id: idSchema })
const blockSchema = z.object({ isBlocked: z.boolean() })
const blockLimit = { name: 'block', max: 300, windowSeconds: 3_600 } as const

export const blockMember = endpoint({
  method: 'POST',
  path: '/api/users/:id/block',
  summary: 'Block a member: neither of you sees the other any more, and you unfollow each other (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: blockLimit,
  errors: ['user-not-found', 'cannot-block-yourself', 'too-many-blocks'],
  params,
  reply: blockSchema,
})

export const unblockMember = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  summary: 'Unblock a member (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: blockLimit,
  params,
  reply: blockSchema,
})

export const listBlockedMembers = endpoint({
  method: 'GET',
  path: '/api/user/blocked-members',
  summary: 'List the members you block, last blocked first',
  tag: 'Users',
  access: 'signed-in',
  scope: 'private',
  query: z.object({ before: z.optional(idSchema) }),
  reply: z.object({
    members: z.array(z.extend(authorSchema, { createdAt: dateSchema })),
    /** Where the next page begins; null on the last one. */
    before: z.nullable(z.int()),
  }),
  next: ({ before }: { before: number | null }) => (before === null ? null : { before }),
})
