import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { countPostsPerQueryPart, selectPostsByQueryParts } from './partial-matches-query.ts'
import { splitTermsIntoParts, weightQueryParts } from './query-parts.ts'
import { quoteLexeme, type SearchQueries } from './search-terms.ts'
import type { SearchMatch, SearchRequest } from './store.ts'
import { analyzeTerms } from './terms-query.ts'
import type { TimeLimit } from './time-limit.ts'

/** A search includes partial matches only if fewer than this many posts match all words. */
export const MIN_FULL_MATCHES = 5
const COUNT_MS = scaleTimeLimit(60)
const FIND_MS = scaleTimeLimit(150)

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
    const ms = time.remainingMs(COUNT_MS)
    if (ms === 0) return
    const analyzed = (await analyzeTerms(sql, partTerms)).filter(
      ({ query, lexemes }) => query && lexemes.length,
    )
    const words = analyzed.map(({ lexemes }) => lexemes.map(quoteLexeme).join(' & '))
    const counted = await countPostsPerQueryPart(sql, words, { isMember: request.isMember, ms })
    const frequencies = counted.map(({ posts }) => posts)
    const parts = weightQueryParts(analyzed, frequencies, counted[0]?.total ?? 1)
    const remainingMs = time.remainingMs(FIND_MS)
    if (parts.length > 0 && remainingMs > 0)
      found = await selectPostsByQueryParts(sql, { request, parts, excluded, ms: remainingMs })
  })
  return found
}
