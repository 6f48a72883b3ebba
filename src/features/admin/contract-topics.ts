import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { adminPageShape, adminRead, idShape, searchTextShape, sortShape } from '#core/query-shapes.ts'
import { topicInfoShape, topicSorts } from '#features/topics/contract.ts'
import { adminWriteLimit, optionalReasonShape } from './contract-audit.ts'
import { topicFormShape } from './contract-form.ts'

const tag = 'Admin'
const params = z.object({ id: idShape })

export const listAdminTopics = endpoint({
  method: 'GET',
  path: '/api/admin/topics',
  summary: 'List topics with their post counts',
  tag,
  access: 'admin',
  expensive: adminRead,
  query: z.object({ ...adminPageShape, q: searchTextShape, sort: sortShape(topicSorts) }),
  reply: z.array(topicInfoShape),
})

export const createTopic = endpoint({
  method: 'POST',
  path: '/api/admin/topics',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-exists'],
  summary: 'Create a topic; 409 if one with the same link exists',
  query: optionalReasonShape,
  body: topicFormShape,
  reply: topicInfoShape,
})

export const updateTopic = endpoint({
  method: 'PUT',
  path: '/api/admin/topics/:id',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found', 'topic-exists'],
  summary: "Change a topic's name or description; its posts stay and its link follows the name",
  params,
  query: optionalReasonShape,
  body: topicFormShape,
  reply: topicInfoShape,
})

export const markHot = endpoint({
  method: 'PATCH',
  path: '/api/admin/topics/:id/hot',
  summary: 'Mark or unmark a topic as hot',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found'],
  params,
  query: optionalReasonShape,
  body: z.object({ isHot: z.boolean() }),
  reply: topicInfoShape,
})

export const deleteTopic = endpoint({
  method: 'DELETE',
  path: '/api/admin/topics/:id',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found'],
  summary: 'Delete a topic; its posts are kept without a topic',
  params,
  query: optionalReasonShape,
  reply: z.object({}),
})
