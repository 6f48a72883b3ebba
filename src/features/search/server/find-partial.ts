import type { AnySql } from '#server/database/connect.ts'
import { countParts, findPartial } from './partial-query.ts'
import { partsOf, weighParts } from './partial-terms.ts'
import { quoteLexeme, type SearchQueries } from './search-terms.ts'
import type { Match, Wanted } from './store.ts'
import { analyzeTerms } from './terms-query.ts'
import type { TimeLimit } from './time-limit.ts'

/** Partial matches are searched for only if fewer posts than this match all words. */
export const ENOUGH = 5
const COUNT_MS = 60
const FIND_MS = 150

/** Finds posts that match some of the words, best first; none if the query consists of a single part. */
export const findPartialMatches = async (
  sql: AnySql,
  request: Wanted,
  { terms, excluded }: SearchQueries,
  time: TimeLimit,
): Promise<readonly Match[]> => {
  const partTerms = partsOf(terms)
  let found: readonly Match[] = []
  if (partTerms.length < 2) return found
  await time.keep(async () => {
    const ms = time.left(COUNT_MS)
    if (ms === 0) return
    const analyzed = (await analyzeTerms(sql, partTerms)).filter(
      ({ query, lexemes }) => query && lexemes.length,
    )
    const words = analyzed.map(({ lexemes }) => lexemes.map(quoteLexeme).join(' & '))
    const counted = await countParts(sql, words, { isMember: request.isMember, ms })
    const frequencies = counted.map(({ posts }) => posts)
    const parts = weighParts(analyzed, frequencies, counted[0]?.total ?? 1)
    const remainingMs = time.left(FIND_MS)
    if (parts.length > 0 && remainingMs > 0)
      found = await findPartial(sql, { request, parts, excluded, ms: remainingMs })
  })
  return found
}
