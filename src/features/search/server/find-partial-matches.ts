import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { selectPostsByQueryParts } from './partial-matches-query.ts'
import { splitTermsIntoParts, toQueryParts } from './query-parts.ts'
import type { AnalyzedTerm, SearchQueries, SearchTerm } from './search-terms.ts'
import type { SearchMatch, SearchRequest } from './store.ts'
import { analyzeTerms } from './terms-query.ts'
import type { TimeLimit } from './time-limit.ts'

const FIND_MS = scaleTimeLimit(200)

/** Finds posts that match some of the words, best first. Returns no posts if the query has only one part. */
export const findPartialMatches = async (
  sql: AnySql,
  request: SearchRequest,
  { terms, excluded }: SearchQueries,
  time: TimeLimit,
): Promise<readonly SearchMatch[]> => {
  const partTerms = splitTermsIntoParts(terms)
  let found: readonly SearchMatch[] = []
  if (partTerms.length < 2) return found
  await time.run(async () => {
    const parts = toQueryParts(await analyzeParts(sql, partTerms, terms))
    const ms = time.remainingMs(FIND_MS)
    if (parts.length > 0 && ms > 0)
      found = await selectPostsByQueryParts(sql, { request, parts, excluded, ms })
  })
  return found
}

/** Most parts are terms of the query, which have been analyzed already. */
const analyzeParts = (
  sql: AnySql,
  parts: readonly SearchTerm[],
  terms: readonly AnalyzedTerm[],
): readonly AnalyzedTerm[] | Promise<readonly AnalyzedTerm[]> => {
  const known = new Map(terms.map((term) => [term.text, term]))
  const analyzed = parts.flatMap(({ text }) => known.get(text) ?? [])
  return analyzed.length === parts.length ? analyzed : analyzeTerms(sql, parts)
}
