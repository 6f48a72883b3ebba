import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { textShape } from '#core/text-shape.ts'
import { modelIds, postTypes } from '#features/catalogue/contract.ts'
import { messages } from '#features/posts/contract-messages.ts'

const textOf = (most: number, required: string, name: string) =>
  textShape(most, { required, tooLong: `${name} must be at most ${most} characters` })

const known = new Set(modelIds)

const chosenModels = z
  .array(z.string().check(z.refine((id) => known.has(id), messages.unknownModel)))
  .check(z.maxLength(limits.models, messages.tooManyModels))

/** New files as data strings, kept ones as the addresses the site gave (section 3, product decisions). */
const exampleFiles = z
  .array(z.string().check(z.maxLength(limits.fileDataString, 'File too large')))
  .check(z.maxLength(limits.exampleFiles, messages.tooManyFiles))

const postFields = {
  title: textOf(limits.title, messages.titleRequired, 'Title'),
  description: textOf(limits.description, messages.descriptionRequired, 'Description'),
  prompt: textOf(limits.prompt, messages.promptRequired, 'AI prompt'),
  type: z.enum(postTypes, messages.wrongType),
  models: chosenModels,
  exampleFiles,
}

/** Section 5. A private post has no topic: choosing private clears it. */
export const createPostShape = z.object({
  ...postFields,
  type: z._default(z.enum(postTypes, messages.wrongType), 'Text'),
  models: z._default(chosenModels, []),
  exampleFiles: z._default(exampleFiles, []),
  topicId: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))),
  isPrivate: z._default(z.boolean(), false),
  /** The same key sent again by the same member answers the post it made, whatever else is sent. */
  requestKey: z.optional(z.uuid()),
})

/** Everything but the topic and privacy, which stay, so that links stay true. What is left out stays as it is. */
export const updatePostShape = z.partial(z.object(postFields))
