import * as z from 'zod/mini'
import { limits } from './limits.ts'

/**
 * The JSON Schema of a parameter that arrives as text. The OpenAPI document uses it in place of the `string`
 * that zod would report.
 */
export const standsFor = z.registry<{ type: string; [keyword: string]: unknown }>()

/** A whole number in a query or path: digits only, so that `0x1`, `1e9`, `-1` and ` 1` are rejected. */
const wholeNumber = (pattern: RegExp, minimum: number, maximum: number, message: string) =>
  z
    .pipe(
      z.string(message).check(z.regex(pattern, message)),
      z.transform((text: string) => Number(text)),
    )
    .check(z.minimum(minimum, message), z.maximum(maximum, message))
    .register(standsFor, { type: 'integer', minimum, maximum })

export const idShape = wholeNumber(/^[1-9]\d{0,9}$/, 1, 2_147_483_647, 'Not a valid id')

export const limitShape = z._default(
  wholeNumber(/^\d{1,2}$/, 1, limits.pageMax, `limit must be a number from 1 to ${limits.pageMax}`),
  limits.page,
)

export const offsetShape = z._default(
  wholeNumber(/^\d{1,9}$/, 0, 999_999_999, 'offset must be a whole number from 0 to 999999999'),
  0,
)

/**
 * Parses `a,b` into `['a', 'b']`. Values that are not in `known` cause a 400. An empty value means no filter.
 */
export const commaListShape = <T extends string>(known: readonly T[], name: string) => {
  const allowed = new Set<string>(known)
  return z._default(
    z
      .pipe(
        z.string(`${name} must be given once, as a comma-separated list`).check(
          z.maxLength(2_000, `${name} is too long`),
          z.refine(
            (text: string) => text.split(',').every((part) => part === '' || allowed.has(part)),
            `Unknown ${name}`,
          ),
        ),
        z.transform((text: string) => [...new Set(text.split(',').filter(Boolean))] as T[]),
      )
      .register(standsFor, { type: 'array', items: { type: 'string', enum: [...known] } }),
    [],
  )
}
