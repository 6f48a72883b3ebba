import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { parseMediaName } from '#core/media-name.ts'
import { isValidTag, normalizeTag } from '#core/tags.ts'
import { countCharacters } from '#core/text.ts'
import {
  getDefaultPostFields,
  getPostField,
  getUrlError,
  isSameFieldValue,
  type PostFieldName,
  type PostFields,
  postFieldNames,
} from '#features/posts/contract-fields.ts'

/** The columns that a CSV file must have, in any order. Other columns than these and `license` are ignored. */
export const csvColumns = ['act', 'prompt', 'for_devs', 'type', 'contributor'] as const
export type CsvRow = Record<(typeof csvColumns)[number], string> & {
  /** Empty or absent if the file does not say. */
  license?: string
}

/**
 * Validates text that must be stored unchanged. Returns a description of the problem, or null if the text is
 * valid.
 */
export const getTextError = (name: string, text: string, max: number): string | null => {
  if (text.includes('\0')) return `${name} contains a NUL character`
  if (!text.isWellFormed()) return `${name} is not valid Unicode`
  if (text.trim() === '') return `${name} is required`
  return text.length > max && countCharacters(text) > max ? `${name} is longer than ${max} characters` : null
}

const textSchema = (name: string, max: number, isRequired = true) =>
  z.string(`${name} must be text`).check(
    z.superRefine((text: string, context) => {
      const message = text === '' && !isRequired ? null : getTextError(name, text, max)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  )

const SLUG = /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u

const DAY_MS = 86_400_000

/**
 * Returns true if the time is valid and not in the future. Allows one extra day, because the clocks of the exporting
 * and importing machines may differ.
 */
const isPast = (time: string): boolean => {
  const timestamp = Date.parse(time)
  return timestamp >= 0 && timestamp <= Date.now() + DAY_MS
}

const fieldShapeOf = (name: PostFieldName): z.ZodMiniType => {
  const field = getPostField(name)
  if (field.kind === 'text')
    return textSchema(name, field.max, field.required !== undefined).check(
      z.refine((text: string) => !getUrlError(field, text), field.notUrl),
    )
  if (field.kind === 'choice') return z.enum(field.options, field.unknown)
  if (field.kind === 'tags')
    return z
      .array(
        z.pipe(
          z.pipe(z.string(), z.transform(normalizeTag)),
          z.string().check(z.refine(isValidTag, `${name} must be tags`)),
        ),
      )
      .check(z.maxLength(field.max, `${name} must be at most ${field.max}`))
  const item =
    field.kind === 'list'
      ? z
          .string()
          .check(
            z.refine(
              (id) => field.options.includes(id),
              `${name} must be known ${name.replace(/s$/, '')} ids`,
            ),
          )
      : z.string().check(z.refine(isMediaUrl, `${name} must be /media/ URLs`))
  return z.array(item).check(z.maxLength(field.max, `${name} must be at most ${field.max}`))
}

const isMediaUrl = (url: string) => url.startsWith('/media/') && parseMediaName(url) !== null

/**
 * The fields of the first export format, in order. Every file has them, and a post's key is computed from all
 * of them. Do not add fields: the keys of posts imported earlier would change.
 */
const FIRST_FIELDS: readonly PostFieldName[] = [
  'title',
  'prompt',
  'description',
  'type',
  'models',
  'exampleFiles',
]

const laterFields = postFieldNames.filter((name) => !FIRST_FIELDS.includes(name))

/** The fields that a member writes, in the order used in exported files. */
export const postRecordFieldNames: readonly PostFieldName[] = [...FIRST_FIELDS, ...laterFields]

/**
 * Omits fields that were introduced later and have their default values. Older files lack these fields, so omitting
 * them keeps the keys of older posts the same.
 */
export const omitDefaultFields = <T extends PostFields>(post: T): Partial<T> => {
  const defaults = getDefaultPostFields()
  const omitted = new Set<string>(laterFields.filter((name) => isSameFieldValue(post[name], defaults[name])))
  return Object.fromEntries(Object.entries(post).filter(([name]) => !omitted.has(name))) as Partial<T>
}

type FieldSchemas = { [Name in PostFieldName]: z.ZodMiniType<PostFields[Name], PostFields[Name]> }

const fieldShapesBy = (schemaOf: (name: PostFieldName) => z.ZodMiniType) =>
  Object.fromEntries(postRecordFieldNames.map((name) => [name, schemaOf(name)])) as FieldSchemas

const fieldSchemas = fieldShapesBy((name) =>
  laterFields.includes(name)
    ? z._default(fieldShapeOf(name), () => getDefaultPostFields()[name])
    : fieldShapeOf(name),
)

const timeSchema = z.pipe(
  z.iso
    .datetime({ precision: 3, error: 'createdAt must be a time in UTC with milliseconds' })
    .check(z.refine(isPast, 'createdAt must be between 1970 and now')),
  z.transform((time: string) => new Date(time)),
)

const versionNumberSchema = z.int().check(z.minimum(1), z.maximum(2_147_483_647))

/**
 * A post as written by `export` and read by `import`: one JSON object per line, with its fields in this
 * order. Example files are the site's own `/media/…` URLs; the media folder is copied along with the file.
 */
export const postRecordSchema = z
  .object({
    ...fieldSchemas,
    topic: z.nullable(textSchema('topic', limits.topicName)),
    author: z.string().check(z.regex(/^[A-Za-z0-9]{3,20}$/, 'author must be a username')),
    seoSlug: z.string().check(z.maxLength(200, 'seoSlug is too long'), z.regex(SLUG, 'seoSlug is not valid')),
    createdAt: timeSchema,
    isPrivate: z.boolean(),
    privateId: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{16,100}$/, 'privateId is not valid'))),
    /**
     * The SHA-256 of the CSV row that the post was imported from, so that the importing site recognizes the
     * row too.
     */
    importedFrom: z._default(
      z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'importedFrom is not a SHA-256'))),
      null,
    ),
    /**
     * The `seoSlug` of the post that this post is a remix of: empty if that post was deleted, and absent if this is
     * not a remix.
     */
    remixOf: z.optional(z.string().check(z.maxLength(200, 'remixOf is too long'))),
    /** The first version that others than the author can read; absent if that is the first. */
    publicVersion: z.optional(versionNumberSchema),
  })
  .check(
    z.refine(
      (post) => (post.privateId !== null) === post.isPrivate,
      'privateId is required for private posts and not allowed for others',
    ),
    z.refine((post) => !(post.isPrivate && post.topic !== null), 'a private post cannot have a topic'),
  )
export type PostRecord = z.output<typeof postRecordSchema>

/** A version of a post. In an export, a post's versions are on the lines directly after the post. */
export const versionRecordSchema = z.object({
  /** The post's `seoSlug`. */
  versionOf: z.string(),
  number: versionNumberSchema,
  createdAt: timeSchema,
  restoredFrom: z.nullable(versionNumberSchema),
  note: textSchema('note', limits.versionNote, false),
  changed: z.array(z.enum(postFieldNames)),
  /** The version's fields. Fields that were introduced after the version was written are missing. */
  fields: z.partial(z.object(fieldShapesBy(fieldShapeOf))),
  /** The version in which the prompt was written. Older files lack it. */
  promptVersion: z.optional(versionNumberSchema),
})
