import * as z from 'zod/mini'
import { fixedField } from '#core/fixed-field-schema.ts'
import { limits } from '#core/limits.ts'
import { getMediaName } from '#core/media-name.ts'
import { normalizeTag } from '#core/tags.ts'
import { countCharacters } from '#core/text.ts'
import { textSchema } from '#core/text-schema.ts'
import {
  getDefaultPostFields,
  getPostField,
  getUrlError,
  type PostFieldName,
  type PostFields,
  postFieldNames,
  postFields,
  type RequiredFieldName,
} from './contract-fields.ts'
import { postMessages } from './contract-messages.ts'

/** Accepts a tag in any spelling and normalizes it. */
const tagSchema = z.pipe(
  z.string().check(z.maxLength(200, postMessages.tagTooLong)),
  z.pipe(
    z.transform(normalizeTag),
    z.string().check(
      z.minLength(1, postMessages.tagWithoutLetters),
      z.refine((tag) => countCharacters(tag) <= limits.tag, postMessages.tagTooLong),
    ),
  ),
)

type Schemas = { [Name in PostFieldName]: z.ZodMiniType<PostFields[Name], PostFields[Name]> }

/**
 * Returns the request schema of a field. New files are data URLs. Files that the post already has are the URLs that the
 * API returned for them (docs/spec/forms.md#example-files). Texts of a draft may be empty or half of a URL.
 */
const schemaOf = (name: PostFieldName, isDraft = false): z.ZodMiniType => {
  const field = getPostField(name)
  if (field.kind === 'text') {
    const tooLong = `${field.label} must be at most ${field.max} characters`
    const schema = textSchema(field.max, { required: isDraft ? undefined : field.required, tooLong })
    return isDraft || !field.notUrl
      ? schema
      : schema.check(z.refine((text) => !getUrlError(field, text), field.notUrl))
  }
  if (field.kind === 'choice') return z.enum(field.options, field.unknown)
  if (field.kind === 'tags') return z.array(tagSchema).check(z.maxLength(field.max, field.tooMany))
  const item =
    field.kind === 'list'
      ? z.string().check(z.refine((id) => field.options.includes(id), field.unknown))
      : z.string().check(z.maxLength(limits.fileDataUrl, 'File too large'))
  return z.array(item).check(z.maxLength(field.max, field.tooMany))
}

const schemas = Object.fromEntries(postFieldNames.map((name) => [name, schemaOf(name)])) as Schemas

const rowId = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

type NewSchemas = {
  [Name in PostFieldName]: Name extends RequiredFieldName ? Schemas[Name] : z.ZodMiniDefault<Schemas[Name]>
}

const isRequired = (name: PostFieldName) => 'required' in postFields[name]

/** An omitted optional field gets its default value, so older clients still work. */
const newSchemas = Object.fromEntries(
  postFieldNames.map((name) => [
    name,
    isRequired(name) ? schemas[name] : z._default(schemaOf(name), () => getDefaultPostFields()[name]),
  ]),
) as NewSchemas

/**
 * The fields of `createPost` (docs/spec/forms.md#post). A private post has no topic: `isPrivate` overrides
 * `topicId`.
 */
export const createPostSchema = z.object({
  ...newSchemas,
  topicId: z.optional(z.nullable(rowId)),
  isPrivate: z._default(z.boolean(), false),
  /** The post that this post is based on and credits. */
  remixOf: z.optional(rowId),
  /**
   * An idempotency key. A second request from the same member with the same key returns the post that the
   * first one created, whatever the rest of the request contains.
   */
  requestKey: z.optional(z.uuid()),
  /** The draft in which the member wrote the post. It is deleted when the post is created. */
  draftId: z.optional(z.uuid()),
})

type DraftSchemas = { [Name in PostFieldName]: z.ZodMiniDefault<Schemas[Name]> }

/**
 * The contents of a post draft. Any field may be empty; the same limits apply as for a post, and files must be stored
 * already.
 */
export const draftFieldsSchema = z.object({
  ...(Object.fromEntries(
    postFieldNames.map((name) => [
      name,
      z._default(schemaOf(name, true), () => getDefaultPostFields()[name]),
    ]),
  ) as DraftSchemas),
  exampleFiles: z._default(
    z
      .array(z.string().check(z.refine((url) => getMediaName(url) !== null, postMessages.notStored)))
      .check(z.maxLength(postFields.exampleFiles.max, postFields.exampleFiles.tooMany)),
    [],
  ),
  topicId: z._default(z.nullable(rowId), null),
  isPrivate: z._default(z.boolean(), false),
  remixOf: z.optional(rowId),
})

/**
 * An absent field keeps its value. An edit cannot change the topic; `PATCH /api/user/posts` changes who sees a post.
 */
export const updatePostSchema = z.partial(
  z.object({
    ...schemas,
    /** The author's note about the change, shown in the version list. */
    note: textSchema(limits.versionNote, {
      tooLong: `The note must be at most ${limits.versionNote} characters`,
    }),
    topicId: fixedField(postMessages.topicFixed),
    isPrivate: fixedField(postMessages.privacyFixed),
  }),
)
