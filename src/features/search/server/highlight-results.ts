import { HIGHLIGHT_END, HIGHLIGHT_START, type SearchResult } from '../contract.ts'
import type { MarkedTexts } from './highlight-query.ts'

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
type Card = Pick<SearchResult, 'id' | keyof Marked>

const DELIMITERS = new RegExp(`[${HIGHLIGHT_START}${HIGHLIGHT_END}]`, 'g')

/**
 * Returns a card's texts with the matches highlighted, as PostgreSQL has marked them. Adjacent highlights are joined.
 * Apart from the added delimiters, the texts are unchanged.
 */
export const createHighlighter = (marked: readonly MarkedTexts[], text: string) => {
  const byId = new Map(marked.map((texts) => [texts.id, texts]))
  const runs = (text.match(UNSPACED) ?? []).map(withoutTones)
  return (card: Card): Marked => {
    const restore = (part: keyof Marked) => restoreHighlights(card[part], byId.get(card.id)?.[part], runs)
    return { title: restore('title'), description: restore('description'), prompt: restore('prompt') }
  }
}

const restoreHighlights = (plain: string, whole: string | undefined, runs: readonly string[]): string => {
  const undelimited = plain.replace(DELIMITERS, '')
  const marked = whole === undefined ? undefined : cutMarked(whole, plain.length)
  if (marked === undefined || undelimited !== plain || marked.replace(DELIMITERS, '') !== plain)
    return undelimited
  const joined = marked.replace(SEPARATOR, '$1')
  return runs.length
    ? joined.replace(HIGHLIGHT, (match, content) => (isMatch(content, runs) ? match : content))
    : joined
}

/** Cuts a marked text to `length` characters without the delimiters: a card's prompt ends at a whole grapheme cluster. */
const cutMarked = (marked: string, length: number): string => {
  let end = 0
  let isOpen = false
  for (let count = 0; end < marked.length && count < length; end += 1) {
    const character = marked[end]
    if (character === HIGHLIGHT_START) isOpen = true
    else if (character === HIGHLIGHT_END) isOpen = false
    else count += 1
  }
  return marked.slice(0, end) + (isOpen ? HIGHLIGHT_END : '')
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
