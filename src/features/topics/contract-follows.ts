import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idSchema } from '#core/query-schemas.ts'
import { topicSchema } from './contract.ts'

const params = z.object({ id: idSchema })
const followSchema = z.object({ isFollowing: z.boolean() })

const followLimit = { name: 'follow', max: 600, windowSeconds: 3_600 } as const

export const getTopicFollowState = endpoint({
  method: 'GET',
  path: '/api/topics/:id/following',
  summary: 'Check whether you follow a topic; 401 for visitors',
  tag: 'Topics',
  access: 'signed-in',
  scope: 'private',
  errors: ['topic-not-found'],
  params,
  reply: followSchema,
})

export const followTopic = endpoint({
  method: 'POST',
  path: '/api/topics/:id/follow',
  summary: 'Follow a topic (idempotent)',
  tag: 'Topics',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['topic-not-found'],
  params,
  reply: followSchema,
})

export const unfollowTopic = endpoint({
  method: 'DELETE',
  path: '/api/topics/:id/follow',
  summary: 'Unfollow a topic (idempotent)',
  tag: 'Topics',
  access: 'completed-profile',
  scope: 'write',
  rateLimit: followLimit,
  errors: ['topic-not-found'],
  params,
  reply: followSchema,
})

export const listFollowedTopics = endpoint({
  method: 'GET',
  path: '/api/user/followed-topics',
  summary: 'List the topics you follow, sorted by name; 401 for visitors',
  tag: 'Topics',
  access: 'signed-in',
  scope: 'private',
  reply: z.array(topicSchema),
})
