import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { adminPageShape, lookedForShape, sortShape, whyShape } from '#features/audit/contract.ts'
import { topicFormShape } from '#features/moderation/contract-form.ts'

const tag = 'Admin'
const params = z.object({ id: idShape })

export const topicSorts = ['name', 'posts', 'newest'] as const

export const topicRowShape = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  isHot: z.boolean(),
  postCount: z.int(),
})
export type TopicRow = z.output<typeof topicRowShape>

export const listTopicRows = endpoint({
  method: 'GET',
  path: '/api/admin/topics',
  summary: 'List topics with their post counts',
  tag,
  query: z.object({ ...adminPageShape, q: lookedForShape, sort: sortShape(topicSorts) }),
  reply: z.array(topicRowShape),
})

export const createTopic = endpoint({
  method: 'POST',
  path: '/api/admin/topics',
  tag,
  summary: 'Create a topic; 409 if one with the same link exists',
  query: whyShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const changeTopic = endpoint({
  method: 'PUT',
  path: '/api/admin/topics/:id',
  tag,
  summary: "Change a topic's name or description; its posts stay and its link follows the name",
  params,
  query: whyShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const markHot = endpoint({
  method: 'PATCH',
  path: '/api/admin/topics/:id/hot',
  summary: 'Mark or unmark a topic as hot',
  tag,
  params,
  query: whyShape,
  body: z.object({ isHot: z.boolean() }),
  reply: topicRowShape,
})

export const deleteTopic = endpoint({
  method: 'DELETE',
  path: '/api/admin/topics/:id',
  tag,
  summary: 'Delete a topic; its posts are kept without a topic',
  params,
  query: whyShape,
  reply: z.object({}),
})
