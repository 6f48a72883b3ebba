/**
 * Reduces a text to its lowercase words, separated and surrounded by single spaces. Finding a word is then a
 * plain search for ' word ' without a regular expression. Text in scripts without spaces is searched as it
 * is.
 */
export const bagOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `

/** `word` and `two words` match whole words, `stem*` matches a prefix, and `*目標` matches anywhere. */
export const hasAny = (tokens: string, words: readonly string[]): boolean =>
  words.some((word) => indexOfWord(tokens, word) >= 0)

/** Parses a comma-separated list. */
export const words = (list: string): string[] => list.split(',').map((word) => word.trim().toLowerCase())

const indexOfWord = (tokens: string, word: string): number => {
  if (word.startsWith('*')) return tokens.indexOf(word.slice(1))
  return tokens.indexOf(word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `)
}
