import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { adminPageShape, lookedForShape, sortShape, whyShape } from '#features/audit/contract.ts'
import { topicFormShape } from '#features/moderation/contract-form.ts'

const tag = 'Admin'
const params = z.object({ id: idShape })

export const topicSorts = ['name', 'posts', 'newest'] as const

export const topicRowShape = z.object({
  ...{ id: z.int(), name: z.string(), description: z.string() },
  ...{ isHot: z.boolean(), postCount: z.int() },
})
export type TopicRow = z.output<typeof topicRowShape>

export const listTopicRows = endpoint({
  ...{ method: 'GET', path: '/api/admin/topics', summary: 'Topics with what admins need to know', tag },
  query: z.object({ ...adminPageShape, q: lookedForShape, sort: sortShape(topicSorts) }),
  reply: z.array(topicRowShape),
})

export const createTopic = endpoint({
  ...{ method: 'POST', path: '/api/admin/topics', tag },
  summary: "Create a topic; 409 where another's link is the same",
  query: whyShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const changeTopic = endpoint({
  ...{ method: 'PUT', path: '/api/admin/topics/:id', tag },
  summary: 'Rename a topic or describe it anew; its posts stay, its link follows the name',
  params,
  query: whyShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const markHot = endpoint({
  ...{ method: 'PATCH', path: '/api/admin/topics/:id/hot', summary: 'Mark a topic as hot, or not', tag },
  params,
  query: whyShape,
  body: z.object({ isHot: z.boolean() }),
  reply: topicRowShape,
})

export const deleteTopic = endpoint({
  ...{ method: 'DELETE', path: '/api/admin/topics/:id', tag },
  summary: 'Delete a topic; its posts stay without a topic',
  params,
  query: whyShape,
  reply: z.object({}),
})
