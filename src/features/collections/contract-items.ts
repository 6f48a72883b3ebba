import * as z from 'zod/mini'
import { bulkResultSchema, postIdsBodySchema } from '#core/bulk-schemas.ts'
import { endpoint } from '#core/endpoint.ts'
import { limits } from '#core/limits.ts'
import { idSchema } from '#core/query-schemas.ts'
import { textSchema } from '#core/text-schema.ts'
import { collectionOwnerErrors, collectionParamsSchema, collectionWriteLimit } from './contract.ts'
import { collectionMessages } from './contract-values.ts'

const tag = 'Collections'
const noteSchema = textSchema(limits.collectionNote, { tooLong: collectionMessages.noteTooLong })

/**
 * The errors that every endpoint for changing a collection's items can return. Muted editors cannot change
 * items.
 */
const itemErrors = [...collectionOwnerErrors, 'account-muted'] as const

const item = z.extend(collectionParamsSchema, { postId: idSchema })

export const addToCollection = endpoint({
  method: 'PUT',
  path: '/api/collections/:id/posts/:postId',
  summary: 'Add a post to the end of a collection that you own or edit (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: [...itemErrors, 'post-not-found', 'private-post-read-only', 'collection-full'],
  params: item,
  reply: z.object({}),
})

export const updateCollectionItem = endpoint({
  method: 'PATCH',
  path: '/api/collections/:id/posts/:postId',
  summary:
    'Change the note on a post in a collection that you own or edit, or move it to the place of the post `placeOf`',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'collection-item', max: 1_200, windowSeconds: 3_600 },
  errors: [...collectionOwnerErrors, 'not-in-collection'],
  params: item,
  body: z.object({ note: z.optional(noteSchema), placeOf: z.optional(z.int().check(z.positive())) }),
  reply: z.object({}),
})

export const removeFromCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id/posts/:postId',
  summary: 'Remove a post from a collection that you own or edit (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: itemErrors,
  params: item,
  reply: z.object({}),
})

export const addPostsToCollection = endpoint({
  method: 'POST',
  path: '/api/collections/:id/posts',
  summary: `Add up to ${limits.bulkPosts} posts to the end of a collection that you own or edit, in the order named (idempotent)`,
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: itemErrors,
  params: collectionParamsSchema,
  body: postIdsBodySchema,
  reply: bulkResultSchema,
})

export const removePostsFromCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id/posts',
  summary: `Remove up to ${limits.bulkPosts} posts from a collection that you own or edit (idempotent)`,
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: collectionWriteLimit,
  errors: itemErrors,
  params: collectionParamsSchema,
  body: postIdsBodySchema,
  reply: bulkResultSchema,
})
