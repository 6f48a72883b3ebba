import type { AnySql } from '#server/database/connect.ts'
import { MARK_END, MARK_START, type SearchResult } from '../contract.ts'
import { markTexts } from './store.ts'

/** Between parts of one name (GPT-4), or signs that need no space. */
const BETWEEN = new RegExp(`${MARK_END}([./_-]?)${MARK_START}`, 'g')

type Marked = SearchResult['marked']
type Texts = { title: string; description: string; prompt: string }

const MARKS = new RegExp(`[${MARK_START}${MARK_END}]`, 'g')

/** The texts of a page's cards with the matches marked; nothing but the marks is ever added or lost, and neighbours share one. */
export const markResults = async (sql: AnySql, cards: readonly Texts[], text: string): Promise<Marked[]> => {
  const texts = cards.flatMap(({ title, description, prompt }) => [title, description, prompt])
  const rows = text === '' ? [] : await markTexts(sql, texts, text)
  const marked = texts.map((plain, at) => faithful(plain, rows[at]?.marked))
  return cards.map((_, at) => ({
    title: marked[at * 3] ?? '',
    description: marked[at * 3 + 1] ?? '',
    prompt: marked[at * 3 + 2] ?? '',
  }))
}

const faithful = (plain: string, marked: string | undefined): string => {
  const own = plain.replace(MARKS, '')
  if (marked === undefined || own !== plain || marked.replace(MARKS, '') !== plain) return own
  return marked.replace(BETWEEN, '$1')
}
