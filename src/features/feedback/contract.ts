import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { feedbackShape } from '#features/feedback/contract-form.ts'

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  summary: 'Tell the admins what you think of the site',
  tag: 'Feedback',
  body: feedbackShape,
  reply: z.object({ id: z.int() }),
})
