import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import { adRequestMessages, feedbackMessages, topicRequestMessages } from './contract-messages.ts'

export const topicRequestSchema = z.object({
  name: textSchema(limits.topicName, {
    required: topicRequestMessages.nameRequired,
    tooLong: topicRequestMessages.nameLong,
  }),
  description: textSchema(limits.topicDescription, {
    required: topicRequestMessages.descriptionRequired,
    tooLong: topicRequestMessages.descriptionLong,
  }),
})
export type TopicRequestFields = z.output<typeof topicRequestSchema>

const MAX_EMAIL_LENGTH = 254

export const adRequestSchema = z.object({
  name: textSchema(limits.adName, {
    required: adRequestMessages.nameRequired,
    tooLong: adRequestMessages.nameLong,
  }),
  email: z
    .string(adRequestMessages.invalidEmail)
    .check(
      z.trim(),
      z.maxLength(MAX_EMAIL_LENGTH, adRequestMessages.invalidEmail),
      z.email(adRequestMessages.invalidEmail),
    ),
})
export type AdRequestFields = z.output<typeof adRequestSchema>

export const feedbackSchema = z.object({
  content: textSchema(limits.feedback, {
    required: feedbackMessages.empty,
    tooLong: feedbackMessages.tooLong,
  }),
})
