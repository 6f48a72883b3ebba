import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages } from '#features/audit/contract-messages.ts'

/** The reason for an admin's action, where it is required. */
export const reasonShape = z.object({
  reason: textShape(limits.reason, { required: messages.reasonRequired, tooLong: messages.reasonLong }),
})
export type ReasonFields = z.output<typeof reasonShape>
