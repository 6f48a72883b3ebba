import { limits } from './limits.ts'
import { countCharacters } from './text.ts'

/** Anything that separates the words of a tag. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu

/**
 * A tag as it is stored: compatible characters unified, in lower case, words joined with hyphens. Empty if the text
 * has no letter or digit. Hyphens are the only other character, so a tag needs no escaping in a URL's path or in SQL's
 * `like` beyond the usual encoding.
 */
export const normalizeTag = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(SEPARATORS, '-').replace(/^-|-$/g, '')

export const isTag = (text: string): boolean =>
  text !== '' && normalizeTag(text) === text && countCharacters(text) <= limits.tag
