import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages } from '#features/removals/contract-messages.ts'

export const removalShape = z.object({
  /** Told to the author, and kept in the record of admins' acts. */
  reason: textShape(limits.reason, { required: messages.reasonRequired, tooLong: messages.reasonLong }),
})
export type RemovalFields = z.output<typeof removalShape>
