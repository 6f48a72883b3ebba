import type { AnySql } from '#server/database/connect.ts'
import { HIGHLIGHT_END, HIGHLIGHT_START, type SearchResult } from '../contract.ts'
import { highlightTexts } from './highlight-query.ts'

/**
 * Matches what may separate two highlights that belong together: punctuation between the parts of a name
 * (GPT-4), nothing (between characters of unspaced scripts), or marks in such scripts that the index drops
 * (such as tone marks).
 */
const SEPARATOR = new RegExp(`${HIGHLIGHT_END}([./_-]?|\\p{M}+)${HIGHLIGHT_START}`, 'gu')
const HIGHLIGHT = new RegExp(`${HIGHLIGHT_START}([^${HIGHLIGHT_END}]*)${HIGHLIGHT_END}`, 'g')
/** Scripts written without spaces, where each character is a word in the index (`segment_text`). */
const UNSPACED =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Hang}]--\p{P}]+/gv

type Marked = SearchResult['marked']
type Texts = { title: string; description: string; prompt: string }

const DELIMITERS = new RegExp(`[${HIGHLIGHT_START}${HIGHLIGHT_END}]`, 'g')

/**
 * Returns the text of a page's cards with the matches highlighted. Adjacent highlights are joined. Apart from
 * the added delimiters, the text is unchanged.
 */
export const highlightResults = async (
  sql: AnySql,
  cards: readonly Texts[],
  { text, words }: { text: string; words: string },
): Promise<Marked[]> => {
  // Titles come first because they matter most if the time limit is reached.
  const texts = (['title', 'description', 'prompt'] as const).flatMap((part) =>
    cards.map((card) => card[part]),
  )
  const rows = words === '' ? [] : await highlightTexts(sql, texts, words)
  const runs = (text.match(UNSPACED) ?? []).map(withoutTones)
  const marked = texts.map((plain, index) => restoreHighlights(plain, rows[index]?.marked, runs))
  return cards.map((_, index) => ({
    title: marked[index] ?? '',
    description: marked[cards.length + index] ?? '',
    prompt: marked[cards.length * 2 + index] ?? '',
  }))
}

const restoreHighlights = (plain: string, marked: string | undefined, runs: readonly string[]): string => {
  const undelimited = plain.replace(DELIMITERS, '')
  if (marked === undefined || undelimited !== plain || marked.replace(DELIMITERS, '') !== plain)
    return undelimited
  const joined = marked.replace(SEPARATOR, '$1')
  return runs.length
    ? joined.replace(HIGHLIGHT, (whole, content) => (isMatch(content, runs) ? whole : content))
    : joined
}

/**
 * Returns whether a highlight belongs to one of the query's `runs` of text without spaces. The index matches each
 * character of a run separately, but outside the run, the same character has a different meaning.
 */
const isMatch = (highlighted: string, runs: readonly string[]): boolean =>
  (highlighted.match(UNSPACED) ?? []).every((characters) =>
    runs.some((run) => withoutTones(characters).includes(run)),
  )

const withoutTones = (text: string): string => text.replace(/\p{M}/gu, '')
