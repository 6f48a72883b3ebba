import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { adminPageShape, idShape, searchTextShape } from '#core/query-shapes.ts'
import { adminRead, adminWriteLimit, optionalReasonShape } from './contract-audit.ts'
import { topicFormShape } from './contract-form.ts'
import { topicRowShape } from './contract-topics.ts'

const tag = 'Admin'
const params = z.object({ id: idShape })
const emptyReply = z.object({})
const senderShape = z.object({ id: z.int(), username: z.string() })

const inbox = { query: z.object({ ...adminPageShape, q: searchTextShape }) }

const topicRequestRowShape = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type TopicRequestRow = z.output<typeof topicRequestRowShape>

export const listTopicRequests = endpoint({
  method: 'GET',
  path: '/api/admin/topic-requests',
  summary: 'List topic requests, newest first',
  tag,
  access: 'admin',
  expensive: adminRead,
  ...inbox,
  reply: z.array(topicRequestRowShape),
})

export const approveTopicRequest = endpoint({
  method: 'POST',
  path: '/api/admin/topic-requests/:id/approve',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found', 'topic-exists'],
  summary: 'Create the topic and delete the request',
  params,
  query: optionalReasonShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const rejectTopicRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/topic-requests/:id',
  summary: 'Reject a topic request',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found'],
  params,
  query: optionalReasonShape,
  reply: emptyReply,
})

const feedbackRowShape = z.object({
  id: z.int(),
  content: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type FeedbackRow = z.output<typeof feedbackRowShape>

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'List feedback, newest first',
  tag,
  access: 'admin',
  expensive: adminRead,
  ...inbox,
  reply: z.array(feedbackRowShape),
})

export const deleteFeedback = endpoint({
  method: 'DELETE',
  path: '/api/admin/feedback/:id',
  summary: 'Delete feedback',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['feedback-not-found'],
  params,
  query: optionalReasonShape,
  reply: emptyReply,
})

const adRequestRowShape = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type AdRequestRow = z.output<typeof adRequestRowShape>

export const listAdRequests = endpoint({
  method: 'GET',
  path: '/api/admin/ad-requests',
  summary: 'List ad requests, newest first',
  tag,
  access: 'admin',
  expensive: adminRead,
  ...inbox,
  reply: z.array(adRequestRowShape),
})

export const deleteAdRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/ad-requests/:id',
  summary: 'Delete an ad request',
  tag,
  access: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found'],
  params,
  query: optionalReasonShape,
  reply: emptyReply,
})
