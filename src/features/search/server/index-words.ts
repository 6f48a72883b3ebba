const SHORTEST = 3
const LONGEST = 40

/** The text without the accents that search ignores, in lower case. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** The words of a text against which spelling is corrected: at least three letters, each once. */
export const vocabularyOf = (text: string): Set<string> =>
  new Set(
    (plainLetters(text).match(/[\p{L}\p{M}]+/gu) ?? []).filter(
      (word) => word.length >= SHORTEST && word.length <= LONGEST,
    ),
  )
