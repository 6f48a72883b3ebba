import type { AnySql } from '#server/database/connect.ts'
import { MARK_END, MARK_START, type SearchResult } from '../contract.ts'
import { markTexts } from './mark-query.ts'

/** Between parts of one name (GPT-4), or signs that need no space, with what the index leaves out of them (tones). */
const BETWEEN = new RegExp(`${MARK_END}([./_-]?|\\p{M}+)${MARK_START}`, 'gu')
const MARKED = new RegExp(`${MARK_START}([^${MARK_END}]*)${MARK_END}`, 'g')
/** Written without spaces: each sign is a word to the index (`words_apart`). */
const UNSPACED =
  /[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Hang}]--\p{P}]+/gv

type Marked = SearchResult['marked']
type Texts = { title: string; description: string; prompt: string }

const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, 'g')

/** The texts of a page's cards with the matches marked; nothing but the marks is ever added or lost, and neighbours share one. */
export const markResults = async (
  sql: AnySql,
  cards: readonly Texts[],
  { text, words }: { text: string; words: string },
): Promise<Marked[]> => {
  // Titles first: where the time does not suffice for all, they matter most.
  const texts = (['title', 'description', 'prompt'] as const).flatMap((part) =>
    cards.map((card) => card[part]),
  )
  const rows = words === '' ? [] : await markTexts(sql, texts, words)
  const runs = (text.match(UNSPACED) ?? []).map(withoutTones)
  const marked = texts.map((plain, at) => faithful(plain, rows[at]?.marked, runs))
  return cards.map((_, at) => ({
    title: marked[at] ?? '',
    description: marked[cards.length + at] ?? '',
    prompt: marked[cards.length * 2 + at] ?? '',
  }))
}

const faithful = (plain: string, marked: string | undefined, runs: readonly string[]): string => {
  const own = plain.replace(MARKS, '')
  if (marked === undefined || own !== plain || marked.replace(MARKS, '') !== plain) return own
  const joined = marked.replace(BETWEEN, '$1')
  return runs.length ? joined.replace(MARKED, (whole, said) => (isMatch(said, runs) ? whole : said)) : joined
}

/** Each sign of a run is marked wherever it stands: one that stands by itself says something else. */
const isMatch = (said: string, runs: readonly string[]): boolean =>
  (said.match(UNSPACED) ?? []).every((signs) => runs.some((run) => withoutTones(signs).includes(run)))

const withoutTones = (text: string): string => text.replace(/\p{M}/gu, '')
