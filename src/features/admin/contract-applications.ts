import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'

export const setApplicationBlocked = endpoint({
  method: 'PUT',
  path: '/api/admin/applications/:id/blocked',
  summary: 'Block a program, which ends all its connections and tokens, or allow it again',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['application-not-found'],
  params: z.object({ id: idSchema }),
  query: optionalReasonSchema,
  body: z.object({ isBlocked: z.boolean() }),
  reply: z.object({}),
})
