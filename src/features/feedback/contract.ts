import * as z from 'zod/mini'
import { endpoint } from '#core/endpoint.ts'
import { feedbackShape } from '#features/feedback/contract-form.ts'

export const sendFeedback = endpoint({
  method: 'POST',
  path: '/api/feedback',
  summary: 'Send feedback to the admins',
  tag: 'Feedback',
  body: feedbackShape,
  reply: z.object({ id: z.int() }),
})
