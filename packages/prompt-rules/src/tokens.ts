const NEGATION =
  /(?: (?:no|not|without|don t|never|avoid|excluding|exclude|minus|neither|nor|leave out|remove|zero|kein|keine|ohne|sans|sin|sem|senza)(?: (?:any|all|background|a|an|the|other|more|use|add|include|or|and|adding|using|human|lead|backing|spoken)){0,3}) $/

/**
 * Returns whether one of the words occurs without a negation directly before it: `no vocals` does not request vocals.
 */
export const containsUnnegatedWord = (tokens: string, words: readonly string[]): boolean =>
  words.some((word) => {
    const needle = word.startsWith('*') ? word.slice(1) : ` ${word} `
    for (let index = tokens.indexOf(needle); index >= 0; index = tokens.indexOf(needle, index + 1))
      if (!NEGATION.test(tokens.slice(Math.max(0, index - 60), index + 1))) return true
    return false
  })

/**
 * Reduces text to its lowercase words, separated and surrounded by single spaces. Finding a word is then a
 * plain search for ' word ', without a regular expression. Text in scripts without spaces is searched
 * unchanged.
 */
export const toNormalizedTokens = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `

/**
 * Returns whether one of the words occurs: `word` and `two words` match whole words, `stem*` matches a prefix, and
 * `*目標` matches anywhere.
 */
export const containsAnyWord = (tokens: string, words: readonly string[]): boolean =>
  words.some((word) => indexOfWord(tokens, word) >= 0)

/** Parses a comma-separated list. */
export const parseWordList = (list: string): string[] =>
  list.split(',').map((word) => word.trim().toLowerCase())

const indexOfWord = (tokens: string, word: string): number => {
  if (word.startsWith('*')) return tokens.indexOf(word.slice(1))
  return tokens.indexOf(word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `)
}
