import * as z from 'zod/mini'
import { cleanText, countCharacters } from './text.ts'

type Said = { required: string; tooLong: string }

/** Text as it is stored (control characters out, trimmed), from 1 to `most` characters as a person counts them. */
export const textShape = (most: number, { required, tooLong }: Said) =>
  z.pipe(
    z.string(required).check(z.maxLength(most * 2 + 1_000, tooLong)),
    z.pipe(z.transform(cleanText), z.string().check(z.minLength(1, required), atMost(most, tooLong))),
  )

/** At most so many characters as a person counts them; the API's document reads the bound from `params`. */
export const atMost = (most: number, tooLong: string) =>
  z.refine<string>((text) => countCharacters(text) <= most, { error: tooLong, params: { characters: most } })
