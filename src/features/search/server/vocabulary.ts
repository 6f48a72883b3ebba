const MIN_WORD_LENGTH = 3
const MAX_WORD_LENGTH = 40

/** Converts text to lower case and removes the accents that the search ignores. */
export const normalizeSearchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** Returns the distinct words of a text that spelling corrections may suggest. Each has at least three letters. */
export const extractVocabulary = (text: string): Set<string> =>
  new Set(
    (normalizeSearchText(text).match(/[\p{L}\p{M}]+/gu) ?? []).filter(
      (word) => word.length >= MIN_WORD_LENGTH && word.length <= MAX_WORD_LENGTH,
    ),
  )
