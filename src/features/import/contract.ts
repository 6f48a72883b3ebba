import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { parseMediaName } from '#core/media-name.ts'
import { modelIds } from '#core/model-catalogue.ts'
import { postTypeShape } from '#core/query-shapes.ts'
import { countCharacters } from '#core/text.ts'

/** The columns that a CSV file must have, in any order; others are ignored. */
export const csvColumns = ['act', 'prompt', 'for_devs', 'type', 'contributor'] as const
export type CsvRow = Record<(typeof csvColumns)[number], string>

/** Returns what is wrong with a text that must be stored unchanged, or null. */
export const findTextProblem = (name: string, text: string, max: number): string | null => {
  if (text.includes('\0')) return `${name} contains a NUL character`
  if (!text.isWellFormed()) return `${name} is not valid Unicode`
  if (text.trim() === '') return `${name} is required`
  return text.length > max && countCharacters(text) > max ? `${name} is longer than ${max} characters` : null
}

const textShape = (name: string, max: number) =>
  z.string(`${name} must be text`).check(
    z.superRefine((text: string, context) => {
      const message = findTextProblem(name, text, max)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  )

const SLUG = /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u

const knownModelIds = new Set(modelIds)

const DAY_MS = 86_400_000

/** Allows a day in the future, because the clocks of the exporting and importing machines may differ. */
const isPast = (time: string): boolean => {
  const timestamp = Date.parse(time)
  return timestamp >= 0 && timestamp <= Date.now() + DAY_MS
}

/**
 * A post as written by `export` and read by `import`: one JSON object per line, with its fields in this
 * order. Example files are the site's own `/media/…` URLs; the media folder is copied along with the file.
 */
export const postRecordShape = z
  .object({
    title: textShape('title', limits.title),
    prompt: textShape('prompt', limits.prompt),
    description: textShape('description', limits.description),
    type: postTypeShape,
    models: z
      .array(
        z.string().check(z.refine((id: string) => knownModelIds.has(id), 'models must be known model ids')),
      )
      .check(z.maxLength(limits.models, `models must be at most ${limits.models}`)),
    exampleFiles: z
      .array(
        z
          .string()
          .check(
            z.refine(
              (url: string) => url.startsWith('/media/') && parseMediaName(url) !== null,
              'exampleFiles must be /media/ URLs',
            ),
          ),
      )
      .check(z.maxLength(limits.exampleFiles, `exampleFiles must be at most ${limits.exampleFiles}`)),
    topic: z.nullable(textShape('topic', limits.topicName)),
    author: z.string().check(z.regex(/^[A-Za-z0-9]{3,20}$/, 'author must be a username')),
    seoSlug: z.string().check(z.maxLength(200, 'seoSlug is too long'), z.regex(SLUG, 'seoSlug is not valid')),
    createdAt: z.pipe(
      z.iso
        .datetime({ precision: 3, error: 'createdAt must be a time in UTC with milliseconds' })
        .check(z.refine(isPast, 'createdAt must be between 1970 and now')),
      z.transform((time: string) => new Date(time)),
    ),
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
  })
  .check(
    z.refine(
      (post) => (post.privateId !== null) === post.isPrivate,
      'privateId is required for private posts and not allowed for others',
    ),
    z.refine((post) => !(post.isPrivate && post.topic !== null), 'a private post cannot have a topic'),
  )
export type PostRecord = z.output<typeof postRecordShape>
