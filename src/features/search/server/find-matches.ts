import type { AnySql } from '#server/database/connect.ts'
import type { SearchQueries } from './search-terms.ts'
import * as store from './store.ts'
import type { TimeLimit } from './time-limit.ts'

/** The maximum duration of one query, whether over the hot posts or over all posts. */
const STEP_MS = 150

/**
 * Returns the ranked matches, best first: those among the hot posts and, if there are only a few, those among
 * all posts and posts with that exact title. At the deadline, returns what has been found so far.
 */
export const findMatches = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  time: TimeLimit,
): Promise<store.Match[]> => {
  const found = new Map<number, store.Match>()
  const add = (find: (search: store.RunningSearch) => PromiseLike<readonly store.Match[]>) =>
    time.run(async () => {
      const ms = time.remainingMs(STEP_MS)
      if (ms > 0) for (const match of await find({ request, queries, ms })) found.set(match.id, match)
    })
  await add((search) => store.searchHotPosts(sql, search))
  const limit = found.size < store.MAX_RANKED ? store.MAX_RANKED : 0
  await add((search) => store.searchAllPosts(sql, search, limit))
  return [...found.values()].toSorted(compareMatches)
}

/** Returns the page of matches that follows the cursor. */
export const sliceMatches = (
  matches: readonly store.Match[],
  { after, offset, limit }: Pick<store.SearchRequest, 'after' | 'offset' | 'limit'>,
): store.Match[] => {
  const remaining = after ? matches.filter((match) => compareMatches(after, match) < 0) : matches
  return remaining.slice(offset, offset + limit)
}

const compareMatches = (a: store.Match, b: store.Match) => b.rank - a.rank || b.score - a.score || b.id - a.id
