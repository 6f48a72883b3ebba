import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { idShape } from '#core/query-shapes.ts'
import { adminPageShape, lookedForShape, whyShape } from '#features/audit/contract.ts'
import { topicFormShape } from '#features/moderation/contract-form.ts'
import { topicRowShape } from '#features/moderation/contract-topics.ts'

const tag = 'Admin'
const params = z.object({ id: idShape })
const done = z.object({})
const person = z.object({ id: z.int(), username: z.string() })

const inbox = { query: z.object({ ...adminPageShape, q: lookedForShape }) }

const topicRequestRowShape = z.object({
  ...{ id: z.int(), name: z.string(), description: z.string(), status: z.string() },
  ...{ createdAt: z.string(), userId: z.int(), user: person },
})
export type TopicRequestRow = z.output<typeof topicRequestRowShape>

export const listTopicRequests = endpoint({
  ...{ method: 'GET', path: '/api/admin/topic-requests', summary: 'Requests for topics, newest first', tag },
  ...inbox,
  reply: z.array(topicRequestRowShape),
})

export const approveRequest = endpoint({
  ...{ method: 'POST', path: '/api/admin/topic-requests/:id/approve', tag },
  summary: 'Create the topic as given and delete the request, both or neither',
  params,
  query: whyShape,
  body: topicFormShape,
  reply: topicRowShape,
})

export const rejectRequest = endpoint({
  ...{ method: 'DELETE', path: '/api/admin/topic-requests/:id', summary: 'Reject a request', tag },
  params,
  query: whyShape,
  reply: done,
})

const feedbackRowShape = z.object({
  id: z.int(),
  content: z.string(),
  createdAt: z.string(),
  userId: z.int(),
  user: person,
})
export type FeedbackRow = z.output<typeof feedbackRowShape>

export const listFeedback = endpoint({
  ...{ method: 'GET', path: '/api/admin/feedback', summary: 'Feedback, newest first', tag },
  ...inbox,
  reply: z.array(feedbackRowShape),
})

export const deleteFeedback = endpoint({
  ...{ method: 'DELETE', path: '/api/admin/feedback/:id', summary: 'Delete feedback', tag },
  params,
  query: whyShape,
  reply: done,
})

const adRequestRowShape = z.object({
  ...{ id: z.int(), name: z.string(), email: z.string() },
  ...{ createdAt: z.string(), userId: z.int(), user: person },
})
export type AdRequestRow = z.output<typeof adRequestRowShape>

export const listAdRequests = endpoint({
  ...{ method: 'GET', path: '/api/admin/ad-requests', summary: 'Ad requests, newest first', tag },
  ...inbox,
  reply: z.array(adRequestRowShape),
})

export const deleteAdRequest = endpoint({
  ...{ method: 'DELETE', path: '/api/admin/ad-requests/:id', summary: 'Delete an ad request', tag },
  params,
  query: whyShape,
  reply: done,
})
