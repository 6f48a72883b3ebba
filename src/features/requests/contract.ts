import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { adRequestSchema, feedbackSchema, topicRequestSchema } from './contract-form.ts'

const senderSchema = z.object({ id: z.int(), username: z.string() })

export const topicRequestRowSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  status: z.string(),
  createdAt: dateSchema,
  userId: z.int(),
  user: senderSchema,
})
export type TopicRequestRow = z.output<typeof topicRequestRowSchema>

export const feedbackRowSchema = z.object({
  id: z.int(),
  content: z.string(),
  createdAt: dateSchema,
  userId: z.int(),
  user: senderSchema,
})
export type FeedbackRow = z.output<typeof feedbackRowSchema>

export const adRequestRowSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  createdAt: dateSchema,
  userId: z.int(),
  user: senderSchema,
})
export type AdRequestRow = z.output<typeof adRequestRowSchema>

/** Responds with 409 if a topic with this name already exists. `conflictUrl` is the URL of its page. */
export const requestTopic = endpoint({
  method: 'POST',
  path: '/api/topics/request',
  summary: 'Request a new topic',
  tag: 'Topics',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'topic-request', max: 10, windowSeconds: 86_400 },
  errors: ['topic-exists', 'topic-already-requested'],
  body: topicRequestSchema,
  reply: z.object({ id: z.int() }),
})

export const requestAd = endpoint({
  method: 'POST',
  path: '/api/ad-requests',
  summary: 'Request advertising',
  tag: 'Advertising',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'ad-request', max: 5, windowSeconds: 86_400 },
  errors: ['ad-request-already-sent'],
  body: adRequestSchema,
  reply: z.object({ id: z.int() }),
})

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  summary: 'Send feedback to the admins',
  tag: 'Feedback',
  access: 'active',
  scope: 'write',
  rateLimit: { name: 'feedback', max: 10, windowSeconds: 86_400 },
  errors: ['feedback-already-sent'],
  body: feedbackSchema,
  reply: z.object({ id: z.int() }),
})
