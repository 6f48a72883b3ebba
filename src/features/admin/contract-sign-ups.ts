import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  searchTextSchema,
  sortSchema,
  timeSorts,
} from '#core/query-schemas.ts'
import { signUpRowSchema } from '#features/members/contract.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'

const MAX_APPROVED_AT_ONCE = 100

export const listSignUps = endpoint({
  method: 'GET',
  path: '/api/admin/sign-ups',
  summary: 'List the accounts that wait for approval, and rejected ones until they are deleted',
  tag: 'Admin',
  access: 'moderator',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object({ ...adminPageQuerySchema, q: searchTextSchema, sort: sortSchema(timeSorts) }),
  reply: z.array(signUpRowSchema),
})

export const approveSignUps = endpoint({
  method: 'POST',
  path: '/api/admin/sign-ups/approve',
  summary: 'Approve accounts, also rejected ones',
  tag: 'Admin',
  access: 'moderator',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  query: optionalReasonSchema,
  body: z.object({
    ids: z
      .array(z.int32().check(z.positive()))
      .check(
        z.minLength(1, 'Choose at least one account'),
        z.maxLength(MAX_APPROVED_AT_ONCE, `Choose at most ${MAX_APPROVED_AT_ONCE} accounts`),
      ),
  }),
  /** How many of them were still there. */
  reply: z.object({ approved: z.int() }),
})

export const rejectSignUp = endpoint({
  method: 'POST',
  path: '/api/admin/sign-ups/:id/reject',
  summary: 'Reject an account, which is deleted after two weeks; its owner can read the reason until then',
  tag: 'Admin',
  access: 'moderator',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['sign-up-not-found'],
  params: z.object({ id: idSchema }),
  query: optionalReasonSchema,
  reply: z.object({}),
})
