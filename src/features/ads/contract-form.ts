import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages } from '#features/ads/contract-messages.ts'

const MAX_EMAIL_LENGTH = 254

export const adRequestShape = z.object({
  name: textShape(limits.adName, { required: messages.nameRequired, tooLong: messages.nameLong }),
  email: z
    .string(messages.email)
    .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, messages.email), z.email(messages.email)),
})
export type AdRequestFields = z.output<typeof adRequestShape>
