import * as z from 'zod/mini'
import { dateSchema } from '#core/date-schema.ts'
import { endpoint } from '#core/endpoint.ts'
import { adRequestSchema, contactMessageSchema, feedbackSchema, topicRequestSchema } from './contract-form.ts'

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

export const contactMessageRowSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  content: z.string(),
  createdAt: dateSchema,
  /** The member who wrote it; null for somebody without an account. */
  user: z.nullable(senderSchema),
  /** Null until it has been answered. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(dateSchema),
  /** The admin who answered; null if that account has been deleted. */
  answeredBy: z.nullable(senderSchema),
})
export type ContactMessageRow = z.output<typeof contactMessageRowSchema>

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

const operatorSchema = z.object({
  name: z.nullable(z.string()),
  /** The postal address, with line breaks. */
  address: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** The languages in which authorities and users can write. */
  languages: z.nullable(z.string()),
  /** The name and address of the legal representative in the European Union of an operator outside of it. */
  representative: z.nullable(z.string()),
})
export type Operator = z.output<typeof operatorSchema>

export const getOperator = endpoint({
  method: 'GET',
  path: '/api/operator',
  summary: 'Get who runs the site, and how to reach them',
  tag: 'Site',
  access: 'anyone',
  scope: 'read',
  reply: operatorSchema,
  cacheSeconds: 60,
})

/** Needs no account, so that also those can write whose account is muted, lost or not wanted. */
export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/api/contact-messages',
  summary: 'Write to the people who run the site',
  tag: 'Site',
  access: 'anyone',
  scope: null,
  rateLimit: { name: 'contact', max: 5, windowSeconds: 3_600 },
  errors: ['contact-message-already-sent'],
  body: contactMessageSchema,
  reply: z.object({ id: z.int() }),
})
