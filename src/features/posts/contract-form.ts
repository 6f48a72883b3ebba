import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { getMediaName } from '#core/media-name.ts'
import { normalizeTag } from '#core/tags.ts'
import { countCharacters } from '#core/text.ts'
import { textShape } from '#core/text-shape.ts'
import {
  defaultFields,
  fieldOf,
  type PostFieldName,
  type PostFields,
  postFieldNames,
  postFields,
  type RequiredFieldName,
} from './contract-fields.ts'
import { messages } from './contract-messages.ts'

/** Accepts a tag as people write it, and stores it normalized. */
const tagShape = z.pipe(
  z.string().check(z.maxLength(200, messages.tagTooLong)),
  z.pipe(
    z.transform(normalizeTag),
    z.string().check(
      z.minLength(1, messages.tagWithoutLetters),
      z.refine((tag) => countCharacters(tag) <= limits.tag, messages.tagTooLong),
    ),
  ),
)

type Shapes = { [Name in PostFieldName]: z.ZodMiniType<PostFields[Name], PostFields[Name]> }

/**
 * New files are data strings. Files the post already has are the URLs that the API returned for them
 * (docs/spec/forms.md#example-files).
 */
const shapeOf = (name: PostFieldName, isRequiredText = true): z.ZodMiniType => {
  const field = fieldOf(name)
  if (field.kind === 'text') {
    const tooLong = `${field.label} must be at most ${field.max} characters`
    return textShape(field.max, { required: isRequiredText ? field.required : undefined, tooLong })
  }
  if (field.kind === 'choice') return z.enum(field.options, field.unknown)
  if (field.kind === 'tags') return z.array(tagShape).check(z.maxLength(field.max, field.tooMany))
  const item =
    field.kind === 'list'
      ? z.string().check(z.refine((id) => field.options.includes(id), field.unknown))
      : z.string().check(z.maxLength(limits.fileDataUrl, 'File too large'))
  return z.array(item).check(z.maxLength(field.max, field.tooMany))
}

const shapes = Object.fromEntries(postFieldNames.map((name) => [name, shapeOf(name)])) as Shapes

const rowId = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

type NewShapes = {
  [Name in PostFieldName]: Name extends RequiredFieldName ? Shapes[Name] : z.ZodMiniDefault<Shapes[Name]>
}

const isRequired = (name: PostFieldName) => 'required' in postFields[name]

/** A request that omits an optional field means its default, so that older clients still work. */
const newShapes = Object.fromEntries(
  postFieldNames.map((name) => [
    name,
    isRequired(name) ? shapes[name] : z._default(shapeOf(name), () => defaultFields()[name]),
  ]),
) as NewShapes

/**
 * The fields of `createPost` (docs/spec/forms.md#post). A private post has no topic: `isPrivate` overrides
 * `topicId`.
 */
export const createPostShape = z.object({
  ...newShapes,
  topicId: z.optional(z.nullable(rowId)),
  isPrivate: z._default(z.boolean(), false),
  /** The post that this one is based on, which it credits. */
  remixOf: z.optional(rowId),
  /**
   * An idempotency key. A second request from the same member with the same key returns the post that the
   * first one created, whatever the rest of the request contains.
   */
  requestKey: z.optional(z.uuid()),
  /** The member's draft that the post was written in. It is deleted with the creation of the post. */
  draftId: z.optional(z.uuid()),
})

type DraftShapes = { [Name in PostFieldName]: z.ZodMiniDefault<Shapes[Name]> }

/** What a draft of a post contains: any field may be empty, within the same limits, and files are stored ones. */
export const draftFieldsShape = z.object({
  ...(Object.fromEntries(
    postFieldNames.map((name) => [name, z._default(shapeOf(name, false), () => defaultFields()[name])]),
  ) as DraftShapes),
  exampleFiles: z._default(
    z
      .array(z.string().check(z.refine((url) => getMediaName(url) !== null, messages.notStored)))
      .check(z.maxLength(postFields.exampleFiles.max, postFields.exampleFiles.tooMany)),
    [],
  ),
  topicId: z._default(z.nullable(rowId), null),
  isPrivate: z._default(z.boolean(), false),
  remixOf: z.optional(rowId),
})

/** An absent field keeps its value. The topic stays; who sees a post changes through `POST /api/posts/visibility`. */
export const updatePostShape = z.partial(
  z.object({
    ...shapes,
    /** What the author says about the change, for the list of versions. */
    note: textShape(limits.versionNote, {
      tooLong: `The note must be at most ${limits.versionNote} characters`,
    }),
  }),
)
