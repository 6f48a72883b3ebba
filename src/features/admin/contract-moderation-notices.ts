import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { collectionParamsSchema } from '#features/collections/contract.ts'
import { adminWriteLimit } from './contract-audit.ts'
import { removalSchema } from './contract-form.ts'

const params = z.object({ id: idSchema })

export const removePost = endpoint({
  method: 'DELETE',
  path: '/api/admin/posts/:id',
  summary: 'Remove any post, with a reason that its author will see',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['post-not-found'],
  params,
  body: removalSchema,
  reply: z.object({}),
})

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/admin/comments/:id',
  summary: 'Remove any comment, with a reason that its author will see',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['comment-not-found'],
  params,
  body: removalSchema,
  reply: z.object({}),
})

export const removeCollection = endpoint({
  method: 'DELETE',
  path: '/api/admin/collections/:id',
  summary: 'Remove any collection, with a reason that its owner will see',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['collection-not-found', 'own-subject'],
  params: collectionParamsSchema,
  body: removalSchema,
  reply: z.object({}),
})

export const removeSuggestedEdit = endpoint({
  method: 'DELETE',
  path: '/api/admin/suggested-edits/:id',
  summary: 'Remove any suggested edit, with a reason that whoever suggested it will see',
  tag: 'Admin',
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['suggested-edit-not-found', 'own-subject'],
  params,
  body: removalSchema,
  reply: z.object({}),
})

const noticeSchema = z.object({
  id: z.int(),
  kind: z.enum(['post', 'comment']),
  /** The title of the removed post, or the beginning of the removed comment. */
  excerpt: z.string(),
  reason: z.string(),
  /** The decision, which the author can appeal; null for a removal from before there were decisions. */
  decisionId: z.nullable(z.int()),
  createdAt: dateSchema,
})
export type ModerationNotice = z.output<typeof noticeSchema>

export const listModerationNotices = endpoint({
  method: 'GET',
  path: '/api/user/removals',
  summary: 'List your moderation notices, oldest first, up to 50',
  tag: 'Account',
  access: 'signed-in',
  scope: 'private',
  reply: z.array(noticeSchema),
})

export const dismissModerationNotice = endpoint({
  method: 'DELETE',
  path: '/api/user/removals/:id',
  summary: 'Dismiss a moderation notice; repeating the call has no effect',
  tag: 'Account',
  access: 'signed-in',
  scope: 'write',
  rateLimit: { name: 'dismiss', max: 1_000, windowSeconds: 3_600 },
  params,
  reply: z.object({}),
})
