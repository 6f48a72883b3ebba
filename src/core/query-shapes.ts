import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** A whole number in a query or path: digits only, so that `0x1`, `1e9`, `-1` and ` 1` are refused. */
const digits = (pattern: RegExp, message: string) =>
  z.pipe(
    z.string(message).check(z.regex(pattern, message)),
    z.transform((text: string) => Number(text)),
  )

const MAX_ID = 2_147_483_647

export const idShape = digits(/^[1-9]\d{0,9}$/, 'Not a valid id').check(z.maximum(MAX_ID, 'Not a valid id'))

export const limitShape = z._default(
  digits(/^\d{1,2}$/, `limit must be a number from 1 to ${limits.pageMax}`).check(
    z.minimum(1, `limit must be a number from 1 to ${limits.pageMax}`),
    z.maximum(limits.pageMax, `limit must be a number from 1 to ${limits.pageMax}`),
  ),
  limits.page,
)

export const offsetShape = z._default(
  digits(/^\d{1,9}$/, 'offset must be a whole number from 0 to 999999999'),
  0,
)

/** `a,b` becomes `['a','b']`; each must be one of `known`, or the answer is 400. Empty means no filter. */
export const commaListShape = <T extends string>(known: readonly T[], name: string) => {
  const known_ = new Set<string>(known)
  return z._default(
    z.pipe(
      z.string(`${name} must be given once, as a comma-separated list`).check(
        z.maxLength(2_000, `${name} is too long`),
        z.refine(
          (text: string) => text.split(',').every((part) => part === '' || known_.has(part)),
          `Unknown ${name}`,
        ),
      ),
      z.transform((text: string) => [...new Set(text.split(',').filter(Boolean))] as T[]),
    ),
    [],
  )
}
