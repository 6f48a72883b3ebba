import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { MIN_FULL_MATCH_RANK } from './rank-query.ts'
import type { SearchQueries } from './search-terms.ts'
import * as store from './store.ts'
import type { TimeLimit } from './time-limit.ts'

/** The time limit for finding the posts that match all words. */
const FIND_MS = scaleTimeLimit(200)
export const NO_MATCHES: store.MatchPage = { count: 0, matches: [] }

/** Returns the requested page of posts that match all words. At the deadline, returns what has been found so far. */
export const findMatches = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  { time, isHotOnly }: { time: TimeLimit; isHotOnly: boolean },
): Promise<store.MatchPage> => {
  let found = NO_MATCHES
  await time.run(async () => {
    const ms = time.remainingMs(FIND_MS)
    if (ms > 0) found = await store.selectMatches(sql, { request, queries, ms }, { isHotOnly })
  })
  return found
}

/** Sorts full and partial matches in the requested order. Full matches precede partial ones. */
export const sortMatches = (
  matches: readonly store.SearchMatch[],
  { sortBy }: Pick<store.SearchRequest, 'sortBy'>,
): readonly store.SearchMatch[] => {
  if (sortBy === 'relevance') return matches
  const key = sortBy === 'top' ? 'score' : 'createdAt'
  return matches.toSorted((a, b) => compareFullness(a, b) || b[key] - a[key] || b.id - a.id)
}

const compareFullness = (a: store.SearchMatch, b: store.SearchMatch) =>
  Number(b.rank >= MIN_FULL_MATCH_RANK) - Number(a.rank >= MIN_FULL_MATCH_RANK)

/** Returns the page of matches after the cursor, as `selectMatches` does. */
export const sliceMatches = (
  matches: readonly store.SearchMatch[],
  { after, offset, limit }: Pick<store.SearchRequest, 'after' | 'offset' | 'limit'>,
): store.SearchMatch[] => {
  const position = after ? matches.findIndex(({ id }) => id === after.id) : -1
  const remaining =
    !after || position >= 0
      ? matches.slice(position + 1)
      : matches.filter((match) => compareMatches(after, match) < 0)
  return remaining.slice(offset, offset + limit)
}

const compareMatches = (a: Cursor, b: Cursor) => b.rank - a.rank || b.score - a.score || b.id - a.id

type Cursor = Pick<store.SearchMatch, 'rank' | 'score' | 'id'>
