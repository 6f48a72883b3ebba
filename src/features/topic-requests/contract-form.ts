import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages } from '#features/topic-requests/contract-messages.ts'

export const topicRequestShape = z.object({
  name: textShape(limits.topicName, { required: messages.nameRequired, tooLong: messages.nameLong }),
  description: textShape(limits.topicDescription, {
    required: messages.descriptionRequired,
    tooLong: messages.descriptionLong,
  }),
})
export type TopicRequestFields = z.output<typeof topicRequestShape>
