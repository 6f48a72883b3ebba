import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { topicShape } from '#features/topics/contract.ts'

const params = z.object({ id: idShape })
const followShape = z.object({ isFollowing: z.boolean() })

export const getFollowing = endpoint({
  method: 'GET',
  path: '/api/topics/:id/following',
  summary: 'Whether the signed-in member follows a topic; 401 for a visitor',
  tag: 'Topics',
  params,
  reply: followShape,
})

export const followTopic = endpoint({
  method: 'POST',
  path: '/api/topics/:id/follow',
  summary: 'Follow a topic; again changes nothing',
  tag: 'Topics',
  params,
  reply: followShape,
})

export const unfollowTopic = endpoint({
  method: 'DELETE',
  path: '/api/topics/:id/follow',
  summary: 'Follow a topic no longer; again changes nothing',
  tag: 'Topics',
  params,
  reply: followShape,
})

export const listFollowedTopics = endpoint({
  method: 'GET',
  path: '/api/user/followed-topics',
  summary: 'The topics that the signed-in member follows, by name; 401 for a visitor',
  tag: 'Topics',
  reply: z.array(topicShape),
})
