import type { Sql } from '#server/database/connect.ts'
import type { SearchNames } from '../contract.ts'
import { findPeople, findTopicNames } from './names-query.ts'
import { parseQuery } from './parse-query.ts'
import { analyzeQuery, prepareSearch } from './terms-query.ts'

/** A longer query is a sentence, whose words only happen to begin a name. */
const MAX_WORDS_OF_A_NAME = 2
const SHORTEST_BEGINNING = 3

/** The topics and members whose names match what was typed. */
export const searchNamesFor = (sql: Sql, q: string): Promise<SearchNames> | SearchNames => {
  const { text } = parseQuery(q)
  if (text === '') return { topics: [], people: [] }
  return sql.begin('read only', async (transaction): Promise<SearchNames> => {
    await prepareSearch(transaction)
    const { terms, any, strict } = await analyzeQuery(transaction, text)
    const wanted = terms.filter(({ isExcluded }) => !isExcluded)
    if (wanted.length === 0) return { topics: [], people: [] }
    const words = wanted.map((term) => term.text.replaceAll('"', '').replace(/^@/, '').toLowerCase())
    const beginnings = words.filter((word) => word.length >= SHORTEST_BEGINNING)
    return {
      topics: await findTopicNames(transaction, { all: strict, any }),
      people: await findPeople(
        transaction,
        [words.join('_'), words.join(''), ...words],
        words.length > MAX_WORDS_OF_A_NAME ? [] : beginnings,
      ),
    }
  })
}
