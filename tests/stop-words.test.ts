import { expect, it } from 'vitest'
import { hasStopWordsOnly, stopWords } from '#features/search/web/stop-words.ts'
import { createTestDatabase } from './support/database.ts'

it('lists the words that PostgreSQL leaves out of the index, and no other', async () => {
  const { sql } = await createTestDatabase()
  const rows = await sql<{ word: string; isLeftOut: boolean }[]>`
    select word, to_tsvector('prompt_search', word) = '' as is_left_out
    from unnest(${[...stopWords, 'band', 'great', 'help', 'please', 'make']}::text[]) word`
  expect(rows.filter(({ isLeftOut }) => !isLeftOut).map(({ word }) => word)).toEqual([
    'band',
    'great',
    'help',
    'please',
    'make',
  ])
})

it('finds queries of such words alone', () => {
  for (const q of ['the who', 'The Who?', '"to be or not to be"', "don't"])
    expect(hasStopWordsOnly(q), q).toBe(true)
  for (const q of ['the who band', '🦊', '', 'tag:the', 'в']) expect(hasStopWordsOnly(q), q).toBe(false)
})
