import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { postTypes } from './model-catalogue.ts'
import { cleanText } from './text.ts'

/**
 * The JSON Schemas of parameters that arrive as text. The OpenAPI document contains them instead of the `string` that
 * zod would report.
 */
export const jsonSchemaOverride = z.registry<{ type: string; [keyword: string]: unknown }>()

export const postTypeSchema = z.enum(postTypes, 'Type must be Text, Code, Image, Video or Audio')

/**
 * A whole number in a query or path, as text or as the number that a page passes. Text may contain only digits, so that
 * `0x1`, `1e9`, `-1` and ` 1` are rejected.
 */
const wholeNumber = (pattern: RegExp, minimum: number, maximum: number, message: string) =>
  z
    .pipe(
      z.union([z.int(message), z.string(message).check(z.regex(pattern, message))], message),
      z.transform((value: number | string) => Number(value)),
    )
    .check(z.minimum(minimum, message), z.maximum(maximum, message))
    .register(jsonSchemaOverride, { type: 'integer', minimum, maximum })

export const idSchema = wholeNumber(/^[1-9]\d{0,9}$/, 1, 2_147_483_647, 'Not a valid id')

export const limitSchema = z._default(
  wholeNumber(/^\d{1,2}$/, 1, limits.maxPageSize, `limit must be a number from 1 to ${limits.maxPageSize}`),
  limits.pageSize,
)

export const offsetSchema = z._default(
  wholeNumber(/^\d{1,9}$/, 0, 999_999_999, 'offset must be a whole number from 0 to 999999999'),
  0,
)

/**
 * Parses `a,b` into `['a', 'b']`, and accepts the list itself from a page. A value that is not in `known` results in a 400
 * error. An empty string means no filter.
 */
export const commaListSchema = <T extends string>(known: readonly T[], name: string) => {
  const allowed = new Set<string>(known)
  return z._default(
    z
      .pipe(
        z.union(
          [z.array(z.string()), z.string().check(z.maxLength(2_000, `${name} is too long`))],
          `${name} must be given once, as a comma-separated list`,
        ),
        z.transform((value: string[] | string) => {
          const parts = typeof value === 'string' ? value.split(',').filter(Boolean) : value
          return [...new Set(parts)] as T[]
        }),
      )
      .check(z.refine((parts) => parts.every((part) => allowed.has(part)), `Unknown ${name}`))
      .register(jsonSchemaOverride, { type: 'array', items: { type: 'string', enum: [...known] } }),
    [],
  )
}

/** The search query for a list. An empty string means no search. */
export const searchTextSchema = z._default(
  z.pipe(
    z.string('q must be a single value').check(z.maxLength(limits.searchQuery, 'q is too long')),
    z.transform(cleanText),
  ),
  '',
)

/** The sort order of a list. The first one is the default. */
export const sortSchema = <const T extends readonly string[]>(sorts: T) =>
  z._default(z.enum(sorts, `sort must be one of ${sorts.join(', ')}`), sorts[0] as T[number])

/** The sort orders of a list that has no other than by time. */
export const timeSorts = ['newest', 'oldest'] as const

/** The paging parameters of an admin list, which has 50 rows per page by default. */
export const adminPageQuerySchema = {
  limit: z._default(limitSchema, limits.maxPageSize),
  offset: offsetSchema,
}

/** The limit on reads of admin lists, which search, sort or count whole tables. */
export const adminReadLimit = { name: 'admin', max: 1_200 } as const
