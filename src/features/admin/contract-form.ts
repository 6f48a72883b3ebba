import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { cleanText } from '#core/text.ts'
import { maxCharacters, textSchema } from '#core/text-schema.ts'
import { auditMessages, messages } from './contract-messages.ts'

/** The reason for an admin action that requires one. */
export const reasonSchema = z.object({
  reason: textSchema(limits.reason, {
    required: auditMessages.reasonRequired,
    tooLong: auditMessages.reasonLong,
  }),
})
export type ReasonFields = z.output<typeof reasonSchema>

/**
 * A topic's fields in the admin panel: the name is required, and the description may be empty
 * (docs/spec/forms.md#topics-and-topic-requests).
 */
export const topicFormSchema = z.object({
  name: textSchema(limits.topicName, { required: messages.nameRequired, tooLong: messages.nameLong }).check(
    z.refine((name) => /[\p{L}\p{N}]/u.test(name), messages.nameUnusable),
  ),
  description: z._default(
    z.pipe(
      z
        .string(messages.descriptionLong)
        .check(z.maxLength(limits.topicDescription * 2 + 1_000, messages.descriptionLong)),
      z.pipe(
        z.transform(cleanText),
        z.string().check(maxCharacters(limits.topicDescription, messages.descriptionLong)),
      ),
    ),
    '',
  ),
})
export type TopicForm = z.output<typeof topicFormSchema>
export type TopicFormInput = z.input<typeof topicFormSchema>
