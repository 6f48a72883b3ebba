import type { Viewer } from '#core/viewer.ts'
import { selectMembersByName } from '#features/members/server/profile-query.ts'
import { selectTopicsByName } from '#features/topics/server/topic-list-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { NameMatches } from '../contract.ts'
import { parseQuery } from './parse-query.ts'
import type { SearchQueries } from './search-terms.ts'
import { analyzeQuery, prepareSearch } from './terms-query.ts'

/**
 * The maximum number of words in the query. A longer query is probably a sentence, whose words would match
 * the beginnings of names only by chance.
 */
const MAX_NAME_WORDS = 2
const MIN_PREFIX_LENGTH = 3

/** Returns the topics and members whose names match the query. */
export const findMatchingNames = async (sql: Sql, viewer: Viewer, q: string): Promise<NameMatches> => {
  const { text } = parseQuery(q)
  if (text === '') return { topics: [], people: [] }
  const queries = await analyzeQuery(sql, text)
  const nothing = async () => {}
  // Nothing precedes `finish`, so that all statements are sent at once, with `begin` and `commit`.
  return sql.begin('read only', nothing, async (transaction: AnySql) => {
    const [, names] = await Promise.all([
      prepareSearch(transaction, 'force_generic_plan'),
      selectNames(transaction, viewer, queries),
    ])
    return names
  })
}

const selectNames = async (
  sql: AnySql,
  viewer: Viewer,
  { terms, any, strict }: SearchQueries,
): Promise<NameMatches> => {
  const includedTerms = terms.filter(({ isExcluded }) => !isExcluded)
  if (includedTerms.length === 0) return { topics: [], people: [] }
  const words = includedTerms.map((term) => term.text.replaceAll('"', '').replace(/^@/, '').toLowerCase())
  const prefixes = words.filter((word) => word.length >= MIN_PREFIX_LENGTH)
  const [topics, people] = await Promise.all([
    selectTopicsByName(sql, { all: strict, any }),
    selectMembersByName(
      sql,
      viewer,
      [words.join('_'), words.join(''), ...words],
      words.length > MAX_NAME_WORDS ? [] : prefixes,
    ),
  ])
  return { topics, people }
}
