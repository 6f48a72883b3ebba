import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { reasonShape } from '#features/audit/contract-form.ts'

const params = z.object({ id: idShape })

export const removePost = endpoint({
  method: 'DELETE',
  path: '/api/admin/posts/:id',
  summary: "Remove anybody's post, with a reason that its author is told",
  tag: 'Admin',
  params,
  body: reasonShape,
  reply: z.object({}),
})

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/admin/comments/:id',
  summary: "Remove anybody's comment, with a reason that its author is told",
  tag: 'Admin',
  params,
  body: reasonShape,
  reply: z.object({}),
})

const toldShape = z.object({
  id: z.int(),
  kind: z.enum(['post', 'comment']),
  /** The post's title, or the comment's beginning. */
  excerpt: z.string(),
  reason: z.string(),
  createdAt: z.string(),
})
export type Removal = z.output<typeof toldShape>

export const listRemovals = endpoint({
  method: 'GET',
  path: '/api/user/removals',
  summary: "What admins removed of one's own and why, until it is dismissed; oldest first, at most 50",
  tag: 'Account',
  reply: z.array(toldShape),
})

export const dismissRemoval = endpoint({
  method: 'DELETE',
  path: '/api/user/removals/:id',
  summary: 'Dismiss such a message; doing it again changes nothing',
  tag: 'Account',
  params,
  reply: z.object({}),
})
