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
const correctText = (text: string, corrections: ReadonlyMap<string, string>): string | null => {
  const corrected = text.replace(WORD, (word) => corrections.get(plainLetters(word)) ?? word)
  return corrected === text ? null : corrected
}

/** A word of a query, the known words that look like it, most alike first, and in how few posts it occurs. */
export type Suggestion = { typed: string; alike: readonly string[]; posts: number }

const ALTERNATIVES = 3
const TRIES = 6
/** A word in so few posts may be somebody's typing error. */
const RARE = 3

/**
 * What may have been meant, likeliest first, at most six: with each word that occurs nowhere corrected, then with another
 * correction of one of them, then with one rare word corrected as well.
 */
export const correctedTexts = (text: string, suggestions: readonly Suggestion[]): string[] => {
  const unknown: Pair[] = []
  const alternatives: Pair[] = []
  const rare: Pair[] = []
  for (const { typed, alike, posts } of suggestions) {
    const [first, ...others] = nearestWords(typed, alike).map((word): Pair => [typed, word])
    if (first === undefined || posts > RARE) continue
    if (posts > 0) rare.push(first)
    else {
      unknown.push(first)
      alternatives.push(...others)
    }
  }
  const tries = [[], ...[...alternatives, ...rare].map((pair) => [pair])]
  const texts = tries.map((more) => correctText(text, new Map([...unknown, ...more])))
  return [...new Set(texts.filter((corrected) => corrected !== null))].slice(0, TRIES)
}

type Pair = [typed: string, word: string]

/**
 * The candidates that were probably meant, up to three: those that begin with what was typed, else those that need the
 * fewest changes of letters, if these are few.
 */
export const nearestWords = (typed: string, candidates: readonly string[]): string[] => {
  const longer = typed.length >= 4 ? candidates.filter((word) => word.startsWith(typed)) : []
  const allowed = typed.length <= 5 ? 1 : typed.length <= 9 ? 2 : 3
  const changes = candidates.map((word) => changesBetween(typed, word))
  const fewest = Math.min(allowed, ...changes)
  const near = longer.length ? longer : candidates.filter((_, at) => changes[at] === fewest)
  return near.slice(0, ALTERNATIVES)
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

/** The text with each word that occurs nowhere corrected, or null where none can be. */
export const correctUnknown = (text: string, suggestions: readonly Suggestion[]): string | null =>
  correctText(
    text,
    new Map(
      suggestions.flatMap(({ typed, alike, posts }) => {
        const [nearest] = posts === 0 ? nearestWords(typed, alike) : []
        return nearest === undefined ? [] : [[typed, nearest] as const]
      }),
    ),
  )
