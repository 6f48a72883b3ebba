import * as z from 'zod/mini'
import { type ErrorCode, errorKinds } from './error-codes.ts'
import { limits } from './limits.ts'
import { jsonSchemaOverride } from './query-schemas.ts'

const MAX_ID = 2_147_483_647
const tooMany = (max: number) => `Select at most ${max} posts at a time`
const unique = (ids: number[]): number[] => [...new Set(ids)]

/** The body of a request that applies the same action to several posts. */
export const postIdsBodySchema = z.object({
  ids: z.pipe(
    z
      .array(z.int().check(z.minimum(1), z.maximum(MAX_ID)))
      .check(z.minLength(1, 'Select a post'), z.maxLength(limits.bulkPosts, tooMany(limits.bulkPosts))),
    z.transform(unique),
  ),
})

/** A schema for post ids in a query parameter: `1,2,3`, or the list that a page passes. */
export const postIdsSchema = (max: number) => {
  const message = 'Must be ids of posts, separated by commas'
  return z
    .pipe(
      z.union(
        [
          z.array(z.int(message).check(z.minimum(1, message))).check(z.minLength(1, message)),
          z
            .string(message)
            .check(
              z.maxLength(11 * limits.bulkPosts, message),
              z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, message),
            ),
        ],
        message,
      ),
      z.transform((value: number[] | string) =>
        unique(typeof value === 'string' ? value.split(',').map(Number) : value),
      ),
    )
    .check(
      z.refine((ids) => ids.length <= max, tooMany(max)),
      z.refine((ids) => ids.every((id) => id <= MAX_ID), message),
    )
    .register(jsonSchemaOverride, {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: MAX_ID },
      minItems: 1,
      maxItems: max,
    })
}

/**
 * The ids of the posts that the action changed, and an error for each of the others. Posts that the member is not
 * allowed to change are reported as not found.
 */
export const bulkResultSchema = z.object({
  done: z.array(z.int()),
  failed: z.array(z.object({ id: z.int(), code: z.string(), message: z.string() })),
})
export type BulkResult = z.output<typeof bulkResultSchema>

/** Builds the result of an action on `ids`: it succeeded for the ids in `done` and failed for all others. */
export const toBulkResult = (
  ids: readonly number[],
  done: Iterable<number>,
  codeOf: (id: number) => ErrorCode,
): BulkResult => {
  const isDone = new Set(done)
  return {
    done: ids.filter((id) => isDone.has(id)),
    failed: ids
      .filter((id) => !isDone.has(id))
      .map((id) => ({ id, code: codeOf(id), message: errorKinds[codeOf(id)].title })),
  }
}
