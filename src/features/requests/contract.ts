import * as z from 'zod/mini'
import { dateShape } from '#core/date-shape.ts'
import { endpoint } from '#core/endpoint.ts'
import { adRequestShape, feedbackShape, topicRequestShape } from './contract-form.ts'

const senderShape = z.object({ id: z.int(), username: z.string() })

export const topicRequestRowShape = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type TopicRequestRow = z.output<typeof topicRequestRowShape>

export const feedbackRowShape = z.object({
  id: z.int(),
  content: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type FeedbackRow = z.output<typeof feedbackRowShape>

export const adRequestRowShape = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  createdAt: dateShape,
  userId: z.int(),
  user: senderShape,
})
export type AdRequestRow = z.output<typeof adRequestRowShape>

/** Responds with 409 if a topic with this name already exists. `conflictUrl` is the URL of its page. */
export const requestTopic = endpoint({
  method: 'POST',
  path: '/api/topics/request',
  summary: 'Request a new topic',
  tag: 'Topics',
  access: 'active',
  rateLimit: { name: 'topic-request', max: 10, windowSeconds: 86_400 },
  errors: ['topic-exists', 'topic-already-requested'],
  body: topicRequestShape,
  reply: z.object({ id: z.int() }),
})

export const requestAd = endpoint({
  method: 'POST',
  path: '/api/ad-requests',
  summary: 'Request advertising',
  tag: 'Advertising',
  access: 'active',
  rateLimit: { name: 'ad-request', max: 5, windowSeconds: 86_400 },
  errors: ['ad-request-already-sent'],
  body: adRequestShape,
  reply: z.object({ id: z.int() }),
})

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  summary: 'Send feedback to the admins',
  tag: 'Feedback',
  access: 'active',
  rateLimit: { name: 'feedback', max: 10, windowSeconds: 86_400 },
  errors: ['feedback-already-sent'],
  body: feedbackShape,
  reply: z.object({ id: z.int() }),
})
