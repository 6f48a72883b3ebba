import * as z from 'zod/mini'
import { limits } from '#core/limits.ts'
import { countCharacters } from '#core/text.ts'
import { modelIds, postTypeShape } from '#features/catalogue/contract.ts'
import { readMediaName } from '#features/media/contract.ts'

/** Columns that a CSV file must have, in any order; others are ignored. */
export const csvColumns = ['act', 'prompt', 'for_devs', 'type', 'contributor'] as const
export type CsvRow = Record<(typeof csvColumns)[number], string>

/** What is wrong with a text that is to be stored unchanged, or null. */
export const textProblem = (name: string, text: string, most: number): string | null => {
  if (text.includes('\0')) return `${name} contains a NUL character`
  if (!text.isWellFormed()) return `${name} is not valid Unicode`
  if (text.trim() === '') return `${name} is required`
  return text.length > most && countCharacters(text) > most
    ? `${name} is longer than ${most} characters`
    : null
}

const textShape = (name: string, most: number) =>
  z.string(`${name} must be text`).check(
    z.superRefine((text: string, context) => {
      const message = textProblem(name, text, most)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  )

const SLUG = /^[\p{L}\p{N}\p{M}]+(-[\p{L}\p{N}\p{M}]+)*$/u

const known = new Set(modelIds)

const DAY_MS = 86_400_000

/** Clocks differ, and so do the machines that export and import. */
const isPast = (time: string): boolean => {
  const at = Date.parse(time)
  return at >= 0 && at <= Date.now() + DAY_MS
}

/**
 * A post as `export` writes it and `import` reads it: one JSON object a line, its fields in this order.
 * Example files are the site's own `/media/…` addresses; the media folder is copied beside the file.
 */
export const postRecordShape = z
  .object({
    title: textShape('title', limits.title),
    prompt: textShape('prompt', limits.prompt),
    description: textShape('description', limits.description),
    type: postTypeShape,
    models: z
      .array(z.string().check(z.refine((id: string) => known.has(id), 'models must be ids of the catalogue')))
      .check(z.maxLength(limits.models, `models must be at most ${limits.models}`)),
    exampleFiles: z
      .array(
        z
          .string()
          .check(
            z.refine(
              (url: string) => url.startsWith('/media/') && readMediaName(url) !== null,
              'exampleFiles must be /media/ addresses',
            ),
          ),
      )
      .check(z.maxLength(limits.exampleFiles, `exampleFiles must be at most ${limits.exampleFiles}`)),
    topic: z.nullable(textShape('topic', limits.topicName)),
    author: z.string().check(z.regex(/^[A-Za-z0-9]{3,20}$/, 'author must be a username')),
    seoSlug: z.string().check(z.maxLength(200, 'seoSlug is too long'), z.regex(SLUG, 'seoSlug is not valid')),
    createdAt: z.iso
      .datetime({ precision: 3, error: 'createdAt must be a time in UTC with milliseconds' })
      .check(z.refine(isPast, 'createdAt must be from 1970 on, and not in the future')),
    isPrivate: z.boolean(),
    privateId: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9_-]{16,100}$/, 'privateId is not valid'))),
    /** The SHA-256 of the row it once came from, so that the row stays known where the export goes. */
    importedFrom: z._default(
      z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'importedFrom is not a SHA-256'))),
      null,
    ),
  })
  .check(
    z.refine((post) => (post.privateId !== null) === post.isPrivate, 'privateId belongs to private posts'),
    z.refine((post) => !(post.isPrivate && post.topic !== null), 'a private post has no topic'),
  )
export type PostRecord = z.output<typeof postRecordShape>
