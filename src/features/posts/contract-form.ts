import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { modelIds, postTypes } from '#core/model-catalogue.ts'
import { textShape } from '#core/text-shape.ts'

/**
 * Validation messages for a post's fields, shown by the form and returned by the API
 * (docs/spec/forms.md#post).
 */
const messages = {
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  promptRequired: 'AI prompt is required',
  wrongType: 'Type must be Text, Code, Image, Video or Audio',
  tooManyModels: 'You can select up to 5 models',
  unknownModel: 'This model is not in the catalogue',
  tooManyFiles: 'You can upload up to 5 files',
} as const

const textField = (max: number, required: string, name: string) =>
  textShape(max, { required, tooLong: `${name} must be at most ${max} characters` })

const knownModels = new Set(modelIds)

const modelIdsShape = z
  .array(z.string().check(z.refine((id) => knownModels.has(id), messages.unknownModel)))
  .check(z.maxLength(limits.models, messages.tooManyModels))

/**
 * New files are data strings. Files the post already has are the URLs that the API returned for them
 * (docs/spec/forms.md#example-files).
 */
const exampleFiles = z
  .array(z.string().check(z.maxLength(limits.fileDataUrl, 'File too large')))
  .check(z.maxLength(limits.exampleFiles, messages.tooManyFiles))

const postFields = {
  title: textField(limits.title, messages.titleRequired, 'Title'),
  description: textField(limits.description, messages.descriptionRequired, 'Description'),
  prompt: textField(limits.prompt, messages.promptRequired, 'AI prompt'),
  type: z.enum(postTypes, messages.wrongType),
  models: modelIdsShape,
  exampleFiles,
}

/**
 * The fields of `createPost` (docs/spec/forms.md#post). A private post has no topic: `isPrivate` overrides
 * `topicId`.
 */
export const createPostShape = z.object({
  ...postFields,
  type: z._default(z.enum(postTypes, messages.wrongType), 'Text'),
  models: z._default(modelIdsShape, []),
  exampleFiles: z._default(exampleFiles, []),
  topicId: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(2_147_483_647)))),
  isPrivate: z._default(z.boolean(), false),
  /**
   * An idempotency key. A second request from the same member with the same key returns the post that the
   * first one created, whatever the rest of the request contains.
   */
  requestKey: z.optional(z.uuid()),
})

/** The topic and privacy cannot change, so that links stay valid. An absent field keeps its value. */
export const updatePostShape = z.partial(z.object(postFields))
