import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  searchTextSchema,
  sortSchema,
} from '#core/query-schemas.ts'
import { topicInfoSchema, topicSorts } from '#features/topics/contract.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'
import { topicFormSchema, topicUpdateSchema } from './contract-form.ts'

const tag = 'Admin'
const params = z.object({ id: idSchema })

export const listAdminTopics = endpoint({
  method: 'GET',
  path: '/api/admin/topics',
  summary: 'List topics with their post counts',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  query: z.object({ ...adminPageQuerySchema, q: searchTextSchema, sort: sortSchema(topicSorts) }),
  reply: z.array(topicInfoSchema),
})

export const createTopic = endpoint({
  method: 'POST',
  path: '/api/admin/topics',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-exists'],
  summary: 'Create a topic; 409 if one with the same link exists',
  query: optionalReasonSchema,
  body: topicFormSchema,
  reply: topicInfoSchema,
})

export const updateTopic = endpoint({
  method: 'PUT',
  path: '/api/admin/topics/:id',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found', 'topic-exists', 'changed-since-read'],
  summary:
    "Change a topic's name or description; its posts stay, its link follows the name, and `If-Match` names the `revision` that you have read",
  params,
  query: optionalReasonSchema,
  body: topicUpdateSchema,
  reply: topicInfoSchema,
})

export const setTopicHot = endpoint({
  method: 'PATCH',
  path: '/api/admin/topics/:id/hot',
  summary: 'Mark or unmark a topic as hot',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found'],
  params,
  query: optionalReasonSchema,
  body: z.object({ isHot: z.boolean() }),
  reply: topicInfoSchema,
})

export const deleteTopic = endpoint({
  method: 'DELETE',
  path: '/api/admin/topics/:id',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['topic-not-found'],
  summary: 'Delete a topic; its posts are kept without a topic',
  params,
  query: optionalReasonSchema,
  reply: z.object({}),
})
