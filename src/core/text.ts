// Matches control characters except tab, line feed and carriage return.
const CONTROL = /[^\P{Cc}\t\n\r]/gu

// Matches anything except control, format and zero-width characters, spaces, fillers and the blank Braille pattern.
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Returns text in its stored form: trimmed, without lone surrogates and without control characters (except tabs and
 * line breaks). Returns an empty string if the text has no visible character.
 */
export const cleanText = (text: string): string => {
  const clean = text.toWellFormed().replace(CONTROL, '').trim()
  return VISIBLE.test(clean) ? clean : ''
}

/** Returns the text with line feeds as its line ends, as browsers send what is typed into a form. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** Returns the length in code points rather than UTF-16 code units. */
export const countCharacters = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * The number of characters after a cut that show whether the cut is inside a grapheme cluster. SQL that selects the
 * beginning of a text selects this many more, for `truncateText`.
 */
export const CUT_LOOKAHEAD = 32

/**
 * Returns at most the first `max` code points, and ends at a whole grapheme cluster, so that no surrogate pair, flag,
 * emoji sequence or letter with its marks is split. A single cluster of more than `max` code points is split.
 */
export const truncateText = (text: string, max: number): string => {
  if (text.length <= max) return text
  let end = 0
  for (let count = 0; count < max && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return text.slice(0, isBetweenAscii(text, end) ? end : findClusterStart(text, end))
}

/** Two ASCII characters are never parts of one grapheme cluster, unless they are a line break. */
const isBetweenAscii = (text: string, index: number): boolean =>
  text.charCodeAt(index - 1) < 0x80 && text.charCodeAt(index) < 0x80 && text[index] !== '\n'

let segmenter: Intl.Segmenter | undefined

/** Returns the index at which the grapheme cluster that contains this index begins; the index itself if that is 0. */
const findClusterStart = (text: string, index: number): number => {
  if (!('Segmenter' in Intl)) return index
  // Created when it is needed, because that takes phones 80 ms.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text.slice(0, index + CUT_LOOKAHEAD * 2)).containing(index)?.index || index
}

/** Truncates text to `max` code points, including the ellipsis. */
export const truncateWithEllipsis = (text: string, max: number): string =>
  countCharacters(text) <= max ? text : `${truncateText(text, max - 1).trimEnd()}…`

/** Returns a text with a capital letter at its beginning. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
