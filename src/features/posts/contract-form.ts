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

/** Accepts a tag as people write it and normalizes it. */
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
 * Returns the request schema of a field. New files are data URLs. Files that the post already has are the URLs that the
 * API returned for them (docs/spec/forms.md#example-files).
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

/** An omitted optional field gets its default value, so that older clients still work. */
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
  /** The post that this post is based on and credits. */
  remixOf: z.optional(rowId),
  /**
   * An idempotency key. A second request from the same member with the same key returns the post that the
   * first one created, whatever the rest of the request contains.
   */
  requestKey: z.optional(z.uuid()),
  /** The member's draft that the post was written in. The draft is deleted when the post is created. */
  draftId: z.optional(z.uuid()),
})

type DraftShapes = { [Name in PostFieldName]: z.ZodMiniDefault<Shapes[Name]> }

/**
 * The contents of a post draft. Any field may be empty; the same limits apply as for a post, and files must be stored
 * already.
 */
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

/**
 * An absent field keeps its value. An edit cannot change the topic; `POST /api/posts/visibility` changes who sees a
 * post.
 */
export const updatePostShape = z.partial(
  z.object({
    ...shapes,
    /** The author's note about the change, shown in the list of versions. */
    note: textShape(limits.versionNote, {
      tooLong: `The note must be at most ${limits.versionNote} characters`,
    }),
  }),
)
