import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract.ts'
import { isSegmented, SEGMENTED_CLASS } from './segmented-scripts.ts'

/**
 * Matches what may separate two highlights that belong together: punctuation between the parts of a name
 * (GPT-4), nothing (between characters of unspaced scripts), or marks in such scripts that the index drops
 * (such as tone marks).
 */
const SEPARATOR = new RegExp(`${HIGHLIGHT_END}([./_-]?|\\p{M}+)${HIGHLIGHT_START}`, 'gu')
const HIGHLIGHT = new RegExp(`${HIGHLIGHT_START}([^${HIGHLIGHT_END}]*)${HIGHLIGHT_END}`, 'g')
const DELIMITERS = new RegExp(`[${HIGHLIGHT_START}${HIGHLIGHT_END}]`, 'g')
const SEGMENTED = new RegExp(`${SEGMENTED_CLASS}+`, 'gv')
const SPACED_CLASS = String.raw`[[\p{L}\p{N}\p{M}]--${SEGMENTED_CLASS}]`
// A delimiter stands for the place, because no text contains one.
const INSIDE_WORD = new RegExp(`${SPACED_CLASS}${HIGHLIGHT_START}${SPACED_CLASS}`, 'v')
/** Where the index divides GPT4. */
const BEFORE_NUMBER = new RegExp(`\\p{L}{3}${HIGHLIGHT_START}\\d`, 'u')

/**
 * Returns a function that highlights `words` where they are whole words of a text, and the characters among `lexemes` that
 * are a word each. Adjacent highlights are joined. Apart from the added delimiters, the text is unchanged. `query` is what
 * the user typed.
 */
export const createHighlighter = (words: readonly string[], lexemes: readonly string[], query: string) => {
  const runs = (query.match(SEGMENTED) ?? []).map(withoutTones)
  const parts = [...new Set([...words.map(trim), ...lexemes.filter(isSegmented)])].filter(Boolean)
  if (parts.length === 0) return (text: string): string => text.replace(DELIMITERS, '')
  // A longer word may begin with a shorter one.
  const longestFirst = parts.sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map((part) => part.replace(/[+#]/g, '\\$&')).join('|'), 'g')
  return (text: string): string => {
    const plain = text.replace(DELIMITERS, '')
    const marked = plain.replace(pattern, (part, start: number) =>
      isBetweenWords(plain, start) && isBetweenWords(plain, start + part.length)
        ? `${HIGHLIGHT_START}${part}${HIGHLIGHT_END}`
        : part,
    )
    const joined = marked.replace(SEPARATOR, '$1')
    return runs.length
      ? joined.replace(HIGHLIGHT, (match, content) => (isMatch(content, runs) ? match : content))
      : joined
  }
}

/** Removes punctuation that PostgreSQL's regular expressions count among the letters. */
const trim = (word: string) => word.replace(/[^\p{L}\p{N}\p{M}+#]+$|(?<=..)#$/u, '')

const isBetweenWords = (text: string, index: number): boolean => {
  const around = `${text.slice(Math.max(0, index - 6), index)}${HIGHLIGHT_START}${text.slice(index, index + 2)}`
  return !INSIDE_WORD.test(around) || BEFORE_NUMBER.test(around)
}

/**
 * Returns whether a highlight belongs to one of the query's `runs` of text without spaces. The index matches each
 * character of a run separately, but outside the run, the same character has a different meaning.
 */
const isMatch = (highlighted: string, runs: readonly string[]): boolean =>
  (highlighted.match(SEGMENTED) ?? []).every((characters) =>
    runs.some((run) => withoutTones(characters).includes(run)),
  )

const withoutTones = (text: string): string => text.replace(/\p{M}/gu, '')
