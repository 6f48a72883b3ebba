import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textSchema } from '#core/text-schema.ts'
import { collectionMessages, collectionVisibilities } from './contract-values.ts'

export const collectionDescriptionSchema = textSchema(limits.collectionDescription, {
  tooLong: collectionMessages.descriptionTooLong,
})

/** The schema of the collection form. Both the browser and the server validate input against it. */
export const collectionFormSchema = z.object({
  title: textSchema(limits.collectionTitle, {
    required: collectionMessages.titleRequired,
    tooLong: collectionMessages.titleTooLong,
  }),
  description: z._default(collectionDescriptionSchema, ''),
  visibility: z._default(z.enum(collectionVisibilities, 'Choose who can see it'), 'private'),
})
