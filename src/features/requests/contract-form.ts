import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { adMessages, feedbackMessages, topicRequestMessages } from './contract-messages.ts'

export const topicRequestShape = z.object({
  name: textShape(limits.topicName, {
    required: topicRequestMessages.nameRequired,
    tooLong: topicRequestMessages.nameLong,
  }),
  description: textShape(limits.topicDescription, {
    required: topicRequestMessages.descriptionRequired,
    tooLong: topicRequestMessages.descriptionLong,
  }),
})
export type TopicRequestFields = z.output<typeof topicRequestShape>

const MAX_EMAIL_LENGTH = 254

export const adRequestShape = z.object({
  name: textShape(limits.adName, { required: adMessages.nameRequired, tooLong: adMessages.nameLong }),
  email: z
    .string(adMessages.invalidEmail)
    .check(
      z.trim(),
      z.maxLength(MAX_EMAIL_LENGTH, adMessages.invalidEmail),
      z.email(adMessages.invalidEmail),
    ),
})
export type AdRequestFields = z.output<typeof adRequestShape>

export const feedbackShape = z.object({
  content: textShape(limits.feedback, {
    required: feedbackMessages.empty,
    tooLong: feedbackMessages.tooLong,
  }),
})
