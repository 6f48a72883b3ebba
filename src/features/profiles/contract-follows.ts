import * as z from 'zod/mini'
import { authorSchema } from '#core/author.ts'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'

const params = z.object({ id: idSchema })
const followSchema = z.object({ isFollowed: z.boolean() })

const followLimit = { name: 'follow', max: 600, windowSeconds: 3_600 } as const

export const followMember = endpoint({
  method: 'POST',
  path: '/api/users/:id/follow',
  summary: 'Follow a member (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['user-not-found', 'cannot-follow-yourself', 'too-many-follows'],
  params,
  reply: followSchema,
})

export const unfollowMember = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/follow',
  summary: 'Unfollow a member (idempotent)',
  tag: 'Users',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['user-not-found'],
  params,
  reply: followSchema,
})

export const listFollowedMembers = endpoint({
  method: 'GET',
  path: '/api/user/followed-members',
  summary: 'List the members you follow, sorted by name; 401 for visitors',
  tag: 'Users',
  access: 'signed-in',
  scope: 'private',
  reply: z.array(authorSchema),
})

export const listRecentlyFollowedMembers = endpoint({
  method: 'GET',
  path: '/api/user/recently-followed-members',
  summary: 'List the ten members you followed last, sorted by name; 401 for visitors',
  tag: 'Users',
  access: 'signed-in',
  scope: 'private',
  reply: z.array(authorSchema),
})
