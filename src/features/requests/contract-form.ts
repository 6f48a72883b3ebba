import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import {
  adRequestMessages,
  contactMessages,
  feedbackMessages,
  topicRequestMessages,
} from './contract-messages.ts'

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

const emailSchema = (invalid: string) =>
  z.string(invalid).check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, invalid), z.email(invalid))

export const adRequestSchema = z.object({
  name: textSchema(limits.adName, {
    required: adRequestMessages.nameRequired,
    tooLong: adRequestMessages.nameLong,
  }),
  email: emailSchema(adRequestMessages.invalidEmail),
})
export type AdRequestFields = z.output<typeof adRequestSchema>

export const feedbackSchema = z.object({
  content: textSchema(limits.feedback, {
    required: feedbackMessages.empty,
    tooLong: feedbackMessages.tooLong,
  }),
})

export const contactMessageSchema = z.object({
  name: textSchema(limits.adName, { tooLong: contactMessages.nameLong }),
  email: emailSchema(contactMessages.invalidEmail),
  content: textSchema(limits.contactMessage, {
    required: contactMessages.contentRequired,
    tooLong: contactMessages.contentLong,
  }),
})
export type ContactMessageFields = z.output<typeof contactMessageSchema>

export const contactAnswerSchema = z.object({
  answer: textSchema(limits.contactMessage, {
    required: contactMessages.answerRequired,
    tooLong: contactMessages.answerLong,
  }),
})
