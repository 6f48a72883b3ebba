import { plainLetters } from './index-words.ts'

const WORD = /(?<![\p{L}\p{N}])-?[\p{L}\p{M}]{3,40}(?![\p{L}\p{N}])/gu

/** The words of a query whose spelling may be wrong; what is excluded with a hyphen stays as typed. */
export const correctableWords = (text: string): string[] => [
  ...new Set(
    (text.match(WORD) ?? [])
      .filter((word) => !word.startsWith('-'))
      .map(plainLetters)
      .filter((word) => word.length >= 3 && word !== 'and'),
  ),
]

/** The text with each word replaced by its correction, or null when none is known. */
export const correctText = (text: string, corrections: ReadonlyMap<string, string>): string | null => {
  const corrected = text.replace(WORD, (word) => corrections.get(plainLetters(word)) ?? word)
  return corrected === text ? null : corrected
}

/** The candidate that needs the fewest changes of letters, if it is near enough to be what was meant. */
export const nearestWord = (typed: string, candidates: readonly string[]): string | null => {
  const allowed = typed.length <= 5 ? 1 : typed.length <= 9 ? 2 : 3
  let best: { word: string; changes: number } | null = null
  for (const word of candidates) {
    const changes = changesBetween(typed, word)
    if (changes <= allowed && (best === null || changes < best.changes)) best = { word, changes }
  }
  return best?.word ?? null
}

/** Letters added, left out, replaced, or swapped with their neighbour. */
export const changesBetween = (from: string, to: string): number => {
  const a = [...from]
  const b = [...to]
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      row.push(least)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
