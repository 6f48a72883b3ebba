/**
 * A text as its words alone, lower case, one space between them and around: so that looking a word up is one search for
 * ' word ', and takes the same time whatever the text is. Scripts without spaces are looked up as they are.
 */
export const bagOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `

/** `word` and `two words` stand whole, `stem*` may go on, `*目標` may stand anywhere. */
export const hasAny = (bag: string, words: readonly string[]): boolean =>
  words.some((word) => placeOf(bag, word) >= 0)

/** One string of words, separated by commas. */
export const words = (list: string): string[] => list.split(',').map((word) => word.trim().toLowerCase())

const placeOf = (bag: string, word: string): number => {
  if (word.startsWith('*')) return bag.indexOf(word.slice(1))
  return bag.indexOf(word.endsWith('*') ? ` ${word.slice(0, -1)}` : ` ${word} `)
}
