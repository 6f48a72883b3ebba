import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { collectionParamsSchema, collectionSchema } from './contract.ts'
import { collectionMessages } from './contract-values.ts'

const tag = 'Collections'
const followSchema = z.object({ isFollowed: z.boolean() })
const followLimit = { name: 'follow-collection', max: 600, windowSeconds: 3_600 } as const

export const followCollection = endpoint({
  method: 'POST',
  path: '/api/collections/:id/follow',
  summary: 'Follow a collection, so that its public posts appear in your Following feed (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['collection-not-found', 'cannot-follow-own-collection', 'too-many-followed-collections'],
  params: collectionParamsSchema,
  reply: followSchema,
})

export const unfollowCollection = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id/follow',
  summary: 'Unfollow a collection (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['collection-not-found'],
  params: collectionParamsSchema,
  reply: followSchema,
})

export const listFollowedCollections = endpoint({
  method: 'GET',
  path: '/api/user/followed-collections',
  summary: 'List the collections that you follow, the last changed first',
  tag,
  access: 'signed-in',
  scope: 'private',
  reply: z.array(collectionSchema),
})

const editorSchema = z.extend(authorSchema, { isInvited: z.boolean() })
export type CollectionEditor = z.output<typeof editorSchema>

export const listEditors = endpoint({
  method: 'GET',
  path: '/api/collections/:id/editors',
  summary: 'List the editors of a collection that you own or edit, also those who are only invited',
  tag,
  access: 'signed-in',
  scope: 'private',
  errors: ['collection-not-found', 'not-allowed'],
  params: collectionParamsSchema,
  reply: z.array(editorSchema),
})

export const inviteEditor = endpoint({
  method: 'POST',
  path: '/api/collections/:id/editors',
  summary: 'Invite a member to edit your collection (idempotent); returns its editors',
  tag,
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'invite-editor', max: 60, windowSeconds: 3_600 },
  errors: [
    'collection-not-found',
    'not-allowed',
    'user-not-found',
    'cannot-invite-yourself',
    'too-many-editors',
    'collection-restricted',
  ],
  params: collectionParamsSchema,
  body: z.object({
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, collectionMessages.usernameRequired),
        z.maxLength(100, collectionMessages.usernameTooLong),
      ),
  }),
  reply: z.array(editorSchema),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/collections/:id/accept',
  summary: 'Accept the invitation to edit a collection (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['collection-not-found', 'not-allowed', 'too-many-edited-collections'],
  params: collectionParamsSchema,
  reply: z.object({}),
})

export const removeEditor = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id/editors/:userId',
  summary:
    'Remove an editor or an invitation from your collection; remove yourself from the collection of another member (idempotent)',
  tag,
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['collection-not-found', 'not-allowed'],
  params: z.extend(collectionParamsSchema, { userId: idSchema }),
  reply: z.object({}),
})
