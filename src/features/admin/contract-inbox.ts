import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import {
  adminPageQuerySchema,
  adminReadLimit,
  idSchema,
  searchTextSchema,
  sortSchema,
  timeSorts,
} from '#core/query-schemas.ts'
import {
  adRequestRowSchema,
  contactMessageRowSchema,
  feedbackRowSchema,
  topicRequestRowSchema,
} from '#features/requests/contract.ts'
import { contactAnswerSchema } from '#features/requests/contract-form.ts'
import { topicInfoSchema } from '#features/topics/contract.ts'
import { adminWriteLimit, optionalReasonSchema } from './contract-audit.ts'
import { topicUpdateSchema } from './contract-form.ts'
import { MAX_INBOX_COUNT } from './contract-values.ts'

const tag = 'Admin'
const params = z.object({ id: idSchema })
const emptyReply = z.object({})

const inbox = {
  query: z.object({ ...adminPageQuerySchema, q: searchTextSchema, sort: sortSchema(timeSorts) }),
}

export const countInboxItems = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  summary: `Count the topic requests, feedback, ad requests, unanswered messages and accounts that wait for approval, each up to ${MAX_INBOX_COUNT}`,
  tag,
  access: 'admin',
  scope: 'admin',
  reply: z.object({
    requests: z.int(),
    feedback: z.int(),
    ads: z.int(),
    contact: z.int(),
    approvals: z.int(),
  }),
})

export const listTopicRequests = endpoint({
  method: 'GET',
  path: '/api/admin/topic-requests',
  summary: 'List topic requests',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  ...inbox,
  reply: z.array(topicRequestRowSchema),
})

export const approveTopicRequest = endpoint({
  method: 'POST',
  path: '/api/admin/topic-requests/:id/approve',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found', 'topic-exists'],
  summary: 'Create the topic and delete the request',
  params,
  query: optionalReasonSchema,
  body: topicUpdateSchema,
  reply: topicInfoSchema,
})

export const rejectTopicRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/topic-requests/:id',
  summary: 'Reject a topic request',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found'],
  params,
  query: optionalReasonSchema,
  reply: emptyReply,
})

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/admin/feedback',
  summary: 'List feedback',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  ...inbox,
  reply: z.array(feedbackRowSchema),
})

export const deleteFeedback = endpoint({
  method: 'DELETE',
  path: '/api/admin/feedback/:id',
  summary: 'Delete feedback',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['feedback-not-found'],
  params,
  query: optionalReasonSchema,
  reply: emptyReply,
})

export const listAdRequests = endpoint({
  method: 'GET',
  path: '/api/admin/ad-requests',
  summary: 'List ad requests',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  ...inbox,
  reply: z.array(adRequestRowSchema),
})

export const deleteAdRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/ad-requests/:id',
  summary: 'Delete an ad request',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['request-not-found'],
  params,
  query: optionalReasonSchema,
  reply: emptyReply,
})

export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact-messages',
  summary: 'List messages to the people who run the site',
  tag,
  access: 'admin',
  scope: 'admin',
  expensive: adminReadLimit,
  ...inbox,
  reply: z.array(contactMessageRowSchema),
})

export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/api/admin/contact-messages/:id/answer',
  summary: 'Answer a message by mail',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['contact-message-not-found', 'contact-message-already-answered', 'mail-not-configured'],
  params,
  query: optionalReasonSchema,
  body: contactAnswerSchema,
  reply: emptyReply,
})

export const deleteContactMessage = endpoint({
  method: 'DELETE',
  path: '/api/admin/contact-messages/:id',
  summary: 'Delete a message',
  tag,
  access: 'admin',
  scope: 'admin',
  rateLimit: adminWriteLimit,
  errors: ['contact-message-not-found'],
  params,
  query: optionalReasonSchema,
  reply: emptyReply,
})
