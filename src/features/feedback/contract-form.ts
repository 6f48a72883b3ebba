import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages } from '#features/feedback/contract-messages.ts'

export const feedbackShape = z.object({
  content: textShape(limits.feedback, { required: messages.empty, tooLong: messages.tooLong }),
})
