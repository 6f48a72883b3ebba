import { normalizeSearchText } from './vocabulary.ts'

const WORD = /(?<![\p{L}\p{N}])-?[\p{L}\p{M}]{3,40}(?![\p{L}\p{N}])/gu

/**
 * Returns the words of a query that may be misspelled. Excludes words that begin with a hyphen, which are
 * never corrected.
 */
export const findCorrectableWords = (text: string): string[] => [
  ...new Set(
    (text.match(WORD) ?? [])
      .filter((word) => !word.startsWith('-'))
      .map(normalizeSearchText)
      .filter((word) => word.length >= 3 && word !== 'and'),
  ),
]

/** Replaces each word that has a correction. Returns null if no word has one. */
const correctText = (text: string, corrections: ReadonlyMap<string, string>): string | null => {
  const corrected = text.replace(WORD, (word) => corrections.get(normalizeSearchText(word)) ?? word)
  return corrected === text ? null : corrected
}

/** A word in a query that few posts contain, with similar known words (most similar first) and the number of these posts. */
export type SpellingSuggestion = { typed: string; candidates: readonly string[]; posts: number }

const MAX_ALTERNATIVES = 3
const MAX_TEXTS = 6
/** A word that occurs in at most this many posts may itself be a typo made by their authors. */
export const RARE_POSTS = 3

/**
 * Returns up to six corrected queries, most likely first: with every unknown word corrected, then with a
 * different correction of one of them, then with one rare word corrected as well.
 */
export const generateSpellingCandidates = (
  text: string,
  suggestions: readonly SpellingSuggestion[],
): string[] => {
  const unknown: Pair[] = []
  const alternatives: Pair[] = []
  const rare: Pair[] = []
  for (const { typed, candidates, posts } of suggestions) {
    const [first, ...others] = findNearestWords(typed, candidates).map((word): Pair => [typed, word])
    if (first === undefined) continue
    if (posts > 0) rare.push(first)
    else {
      unknown.push(first)
      alternatives.push(...others)
    }
  }
  if (unknown.every(isDoubtful)) {
    unknown.length = 0
    for (const pairs of [alternatives, rare])
      pairs.splice(0, pairs.length, ...pairs.filter((pair) => !isDoubtful(pair)))
  }
  const variants = [[], ...[...alternatives, ...rare].map((pair) => [pair])]
  const texts = variants.map((more) => correctText(text, new Map([...unknown, ...more])))
  return [...new Set(texts.filter((corrected) => corrected !== null))].slice(0, MAX_TEXTS)
}

type Pair = [typed: string, word: string]

/**
 * Returns up to three likely corrections: the candidates that begin with the typed word or, if there are none, those
 * with the smallest edit distance, if it is small enough.
 */
export const findNearestWords = (typed: string, candidates: readonly string[]): string[] => {
  const completions = typed.length >= 4 ? candidates.filter((word) => word.startsWith(typed)) : []
  const allowed = typed.length <= 5 ? 1 : typed.length <= 9 ? 2 : 3
  const changes = candidates.map((word) => editDistance(typed, word))
  const fewest = Math.min(allowed, ...changes)
  const nearest = completions.length
    ? completions
    : candidates.filter((_, index) => changes[index] === fewest)
  return nearest.slice(0, MAX_ALTERNATIVES)
}

/**
 * Returns true if a letter of a short word is replaced: `meal` and `real` are both words, `sity` and `city` are not. Only
 * another misspelled word tells the difference.
 */
const isDoubtful = ([typed, word]: Readonly<Pair>): boolean =>
  typed.length <= 4 && typed.length === word.length && sortLetters(typed) !== sortLetters(word)

const sortLetters = (word: string): string => [...word].sort().join('')

/**
 * Returns the Damerau–Levenshtein distance, which counts insertions, deletions, substitutions and transpositions of
 * adjacent letters.
 */
export const editDistance = (from: string, to: string): number => {
  const a = [...from]
  const b = [...to]
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let fewestEdits = Math.min(
        (previousRow[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        fewestEdits = Math.min(fewestEdits, (rowBeforePrevious[j - 2] ?? 0) + 1)
      }
      row.push(fewestEdits)
    }
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[b.length] ?? 0
}

/** Corrects every word that no post contains. Returns null if none can be corrected. */
export const correctUnknownWords = (
  text: string,
  suggestions: readonly SpellingSuggestion[],
): string | null => {
  const pairs = suggestions.flatMap(({ typed, candidates, posts }) => {
    const [nearest] = posts === 0 ? findNearestWords(typed, candidates) : []
    return nearest === undefined ? [] : [[typed, nearest] as const]
  })
  return pairs.every(isDoubtful) ? null : correctText(text, new Map(pairs))
}
