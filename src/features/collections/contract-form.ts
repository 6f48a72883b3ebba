import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import { messages, visibilities } from './contract-values.ts'

export const descriptionSchema = textSchema(limits.collectionDescription, {
  tooLong: messages.descriptionTooLong,
})

/** The schema of a collection's form, which both the browser and the server validate. */
export const collectionFormSchema = z.object({
  title: textSchema(limits.collectionTitle, {
    required: messages.titleRequired,
    tooLong: messages.titleTooLong,
  }),
  description: z._default(descriptionSchema, ''),
  visibility: z._default(z.enum(visibilities, 'Choose who can see it'), 'private'),
})
