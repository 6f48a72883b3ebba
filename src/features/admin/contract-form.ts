import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { cleanText } from '#core/text.ts'
import { maxCharacters, textSchema } from '#core/text-schema.ts'
import { adminMessages, auditMessages } from './contract-messages.ts'

/** The reason for an admin action that requires one. */
export const reasonSchema = z.object({
  reason: textSchema(limits.reason, {
    required: auditMessages.reasonRequired,
    tooLong: auditMessages.reasonLong,
  }),
})
/** The reason of the operator's list on which a decision rests: one of `GET /api/report-reasons`, or '' for none. */
export const ruleSchema = z._default(
  textSchema(limits.reportReason, { tooLong: auditMessages.ruleUnknown }),
  '',
)
/** The reason for a removal, with the rule. */
export const removalSchema = z.object({ ...reasonSchema.shape, rule: ruleSchema })
/** As the form requires it: people choose a rule. */
export const ruledRemovalSchema = z.object({
  ...removalSchema.shape,
  rule: textSchema(limits.reportReason, {
    required: auditMessages.ruleRequired,
    tooLong: auditMessages.ruleUnknown,
  }),
})
export type RemovalFields = z.output<typeof removalSchema>

export type ReasonFields = z.output<typeof reasonSchema>

const topicDescriptionSchema = z.pipe(
  z
    .string(adminMessages.descriptionLong)
    .check(z.maxLength(limits.topicDescription * 2 + 1_000, adminMessages.descriptionLong)),
  z.pipe(
    z.transform(cleanText),
    z.string().check(maxCharacters(limits.topicDescription, adminMessages.descriptionLong)),
  ),
)

/**
 * The fields of a topic in the admin panel. The name is required, and the description may be empty
 * (docs/spec/forms.md#topics-and-topic-requests).
 */
export const topicFormSchema = z.object({
  name: textSchema(limits.topicName, {
    required: adminMessages.nameRequired,
    tooLong: adminMessages.nameLong,
  }).check(z.refine((name) => /[\p{L}\p{N}]/u.test(name), adminMessages.nameUnusable)),
  description: z._default(topicDescriptionSchema, ''),
})
/** The fields of a topic that exists or was requested: an absent description keeps the one that it has. */
export const topicUpdateSchema = z.extend(topicFormSchema, {
  description: z.optional(topicDescriptionSchema),
})
export type TopicUpdate = z.output<typeof topicUpdateSchema>

export type TopicForm = z.output<typeof topicFormSchema>
export type TopicFormInput = z.input<typeof topicFormSchema>
