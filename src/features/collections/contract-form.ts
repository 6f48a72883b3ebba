import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { messages, visibilities } from './contract-values.ts'

export const descriptionShape = textShape(limits.collectionDescription, {
  tooLong: messages.descriptionTooLong,
})

/** The shape of a collection's form, which both the browser and the server validate. */
export const collectionFormShape = z.object({
  title: textShape(limits.collectionTitle, {
    required: messages.titleRequired,
    tooLong: messages.titleTooLong,
  }),
  description: z._default(descriptionShape, ''),
  visibility: z._default(z.enum(visibilities, 'Choose who can see it'), 'private'),
})
