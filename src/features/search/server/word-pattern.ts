import { FOLDED } from './folded-characters.ts'
import { isSegmented } from './segmented-scripts.ts'

/** Letters with accents and ligatures, which the index writes as ASCII letters. */
const ACCENTED = '\\u00aa-\\u02af\\u1e00-\\u1eff\\ufb00-\\ufb06\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a'
/** Marks that are parts of words, and that PostgreSQL does not count among the letters. */
const MARKS =
  '\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u0900-\\u0963\\u0966-\\u0dff\\u20d0-\\u20ff\\ufe00-\\ufe0f'
/** What `segment_text` writes instead of the signs in C++ and C#. */
const SIGNS = new Map([
  ['ꔖ', '\\+\\+'],
  ['ꔗ', '#'],
])

/** The letters with accents of other scripts than the Latin one, by their letter without: ё by е. */
const COMPOSED = Map.groupBy(
  Array.from({ length: 0x1c90 }, (_, index) => String.fromCodePoint(0x370 + index)).filter(
    (letter) => letter.normalize('NFD') !== letter,
  ),
  (letter) => letter.normalize('NFD').charAt(0).toLowerCase(),
)

/** A stem can end with i where its word has a y, and `fold_text` writes a final sigma like others. */
const OTHER_FORMS: Readonly<Record<string, readonly string[]>> = {
  i: ['i', 'y'],
  y: ['i', 'y'],
  σ: ['σ', 'ς'],
}

/**
 * Returns a regular expression of PostgreSQL that finds the words of which one of the lexemes can be the stem, because
 * parsing all words of a text is expensive. A stem begins with the same two letters as its words, apart from accents and
 * from a y (dying, die). Returns null if no word must be parsed.
 */
export const createWordPattern = (lexemes: readonly string[]): string | null => {
  const beginnings = lexemes.filter((lexeme) => !isSegmented(lexeme)).map(patternOfBeginning)
  return beginnings.length ? `(${[...new Set(beginnings)].join('|')})` : null
}

const patternOfBeginning = (lexeme: string): string => {
  const [first = '', second = ''] = [...lexeme]
  const before = `(?<![${first < '\u0080' ? `a-zA-Z0-9${ACCENTED}` : '[:alnum:]'}])`
  const start = /\d/.test(first) ? `(?:${before}|[[:alpha:]]{3,})` : before
  const beginning = `${classOf(first)}[${FOLDED}]*${second && (SIGNS.get(second) ?? classOf(second))}`
  return `${start}(?:${beginning}|[${ACCENTED}])[[:alnum:]${MARKS}${FOLDED}]*(?:\\+\\+|#)?`
}

/** Returns a class of the characters that the index may write as `letter`. */
const classOf = (letter: string): string => {
  const letters = OTHER_FORMS[letter] ?? [letter, ...(COMPOSED.get(letter) ?? [])]
  const cases = letters.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()])
  const escaped = [...new Set(cases)].join('').replace(/[\\\]^-]/g, '\\$&')
  return `[${escaped}${letter < '\u0080' ? ACCENTED : ''}]`
}
