import { limits } from './limits.ts'
import { countCharacters } from './text.ts'

/** Matches anything that separates the words of a tag. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * Returns a tag in its stored form: in Unicode compatibility form, in lower case, with words joined by hyphens. Returns
 * an empty string if the text has no letter or digit. Hyphens are the only other character, so a tag needs no escaping
 * in SQL's `like`, and only the usual encoding in a URL's path.
 */
export const normalizeTag = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(SEPARATORS, '-').replace(/^-|-$/g, '')

export const isValidTag = (text: string): boolean =>
  text !== '' && normalizeTag(text) === text && countCharacters(text) <= limits.tag
