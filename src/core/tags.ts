import { limits } from './limits.ts'
import { countCharacters } from './text.ts'

/**
 * Matches what separates tags that are typed together: line breaks, and what Unicode names a comma or a semicolon in any
 * script.
 */
const BETWEEN_TAGS =
  /[,;\n\r\u037e\u055d\u060c\u061b\u07f8\u1363\u1364\u1802\u1808\u204f\u2e32\u2e34\u2e35\u2e41\u2e49\u2e4c\u3001\ua4fe\ua60d\ua6f5\ua6f6\ufe10\ufe11\ufe14\ufe50\ufe51\ufe54\uff0c\uff1b\uff64\u{1144d}\u{1145a}\u{16e97}]/u

/** Matches a run of characters that a tag can contain, apart from hyphens. */
const TOKEN = /[\p{L}\p{N}\p{M}+#.&]+/gu
/**
 * Matches a word with the signs that tell names apart: a dot or `&` between letters (`node.js`, `r&d`), `+` after a letter
 * (`c++`), and `#` at its end (`c#`). A `#` before a letter begins a hashtag.
 */
const WORD =
  /[\p{L}\p{N}\p{M}]+(?:[.&][\p{L}\p{N}\p{M}]+|\++[\p{L}\p{N}\p{M}]*|#(?![\p{L}\p{M}#])[\p{N}\p{M}]*)*/gu
/** Matches marks without a letter, such as what an emoji leaves, and the letters of Hangul that nobody sees. */
const INVISIBLE = /(?<![\p{L}\p{N}\p{M}])\p{M}+|[\u115f\u1160]+/gu
/** Matches the dot of a name such as `.net`. */
const LEADING_DOT = /^\.(?=\p{L})/u

/** Splits text that contains several tags. */
export const splitTags = (text: string): string[] => text.split(BETWEEN_TAGS)

/**
 * Returns a tag in its stored form: in Unicode compatibility form, in lower case, with words joined by hyphens. Returns
 * an empty string if the text has no letter or digit. The only other characters are `+`, `#`, `.` and `&`, so a tag needs
 * no escaping in SQL's `like`, and only the usual encoding in a URL's path.
 */
export const normalizeTag = (text: string): string =>
  (toLowerCase(text).replace(INVISIBLE, '').match(TOKEN) ?? [])
    .flatMap((token) => {
      const words = token.match(WORD)?.join('-')
      return words ? [(LEADING_DOT.test(token) ? '.' : '') + words] : []
    })
    .join('-')

/**
 * Folds case without a locale. The Turkish `İ` becomes `i`, as `I` does; the letters `ı` and `ß`, which tell words apart,
 * stay.
 */
const toLowerCase = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i\u0307+/g, 'i')
    .normalize('NFKC')

export const isValidTag = (text: string): boolean =>
  text !== '' && normalizeTag(text) === text && countCharacters(text) <= limits.tag
