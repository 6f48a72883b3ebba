import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { invitationDays, MAX_INVITATION_USES } from './contract-values.ts'

const tag = 'Account'
const invitationLimit = { name: 'invitations', max: 30, windowSeconds: 86_400 } as const

const invitationSchema = z.object({
  id: z.int(),
  maxUses: z.int(),
  uses: z.int(),
  createdAt: dateSchema,
  endsAt: dateSchema,
  /** True if somebody can still join with it. */
  isOpen: z.boolean(),
  /** True if it has ended because too many of those whom you invited were suspended or removed. */
  isEndedByWave: z.boolean(),
})
export type Invitation = z.output<typeof invitationSchema>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/user/invitations',
  summary: 'List your newest 50 invitations, and whether you can create more',
  tag,
  access: 'completed-profile',
  scope: null,
  reply: z.object({ isOffered: z.boolean(), canInvite: z.boolean(), invitations: z.array(invitationSchema) }),
})

const usesMessage = `Choose from 1 to ${MAX_INVITATION_USES} people`

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/user/invitations',
  summary: 'Create a link with which others can create an account; only this response contains it',
  tag,
  access: 'active',
  scope: null,
  rateLimit: invitationLimit,
  errors: ['invitations-not-allowed', 'too-many-invitations'],
  body: z.object({
    maxUses: z
      .int32(usesMessage)
      .check(z.minimum(1, usesMessage), z.maximum(MAX_INVITATION_USES, usesMessage)),
    days: z.union(
      invitationDays.map((days) => z.literal(days)),
      'Choose 1, 7 or 30 days',
    ),
  }),
  reply: z.object({ url: z.string() }),
})

export const endInvitation = endpoint({
  method: 'DELETE',
  path: '/api/user/invitations/:id',
  summary: 'End one of your invitations',
  tag,
  access: 'completed-profile',
  scope: null,
  rateLimit: invitationLimit,
  errors: ['invitation-not-found'],
  params: z.object({ id: idSchema }),
  reply: z.object({}),
})
