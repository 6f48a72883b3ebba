import * as z from 'zod/mini'
import { cleanText, countCharacters } from './text.ts'

/** `required` is the error message for empty text. If undefined, the text may be empty. */
type Messages = { required?: string | undefined; tooLong: string }

/**
 * A schema for text in its stored form (trimmed, without control characters) of at most `max` characters (code points).
 */
export const textSchema = (max: number, { required, tooLong }: Messages) =>
  z.pipe(
    z.string(required).check(z.maxLength(max * 2 + 1_000, tooLong)),
    z.pipe(
      z.transform(cleanText),
      z.string().check(z.minLength(required === undefined ? 0 : 1, required), maxCharacters(max, tooLong)),
    ),
  )

/** Limits text to `max` code points. The OpenAPI document reads the limit from `params`. */
export const maxCharacters = (max: number, tooLong: string) =>
  z.refine<string>((text) => countCharacters(text) <= max, { error: tooLong, params: { characters: max } })
