import type { AnySql } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import type { SearchQueries } from './search-terms.ts'
import * as store from './store.ts'
import type { TimeLimit } from './time-limit.ts'

/** The time limit for each of the two queries: over the hot posts, and over all posts. */
const STEP_MS = scaleTimeLimit(150)

/**
 * Returns the ranked matches, best first: those among the hot posts and, if there are only a few, also those among all
 * posts and posts whose title equals the query. At the deadline, returns what has been found so far.
 */
export const findMatches = async (
  sql: AnySql,
  request: store.SearchRequest,
  queries: SearchQueries,
  time: TimeLimit,
): Promise<store.SearchMatch[]> => {
  const found = new Map<number, store.SearchMatch>()
  const add = (find: (search: store.TimedSearch) => PromiseLike<readonly store.SearchMatch[]>) =>
    time.run(async () => {
      const ms = time.remainingMs(STEP_MS)
      if (ms > 0) for (const match of await find({ request, queries, ms })) found.set(match.id, match)
    })
  await add((search) => store.searchHotPosts(sql, search))
  const limit = found.size < store.MAX_RANKED_MATCHES ? store.MAX_RANKED_MATCHES : 0
  await add((search) => store.searchAllPosts(sql, search, limit))
  if (request.sortBy === 'new' && found.size >= store.MAX_RANKED_MATCHES)
    await add((search) => store.searchNewestPosts(sql, search))
  return [...found.values()].toSorted(compareMatches)
}

/** Sorts ranked matches in the requested order. Full matches precede partial ones. */
export const sortMatches = async (
  sql: AnySql,
  matches: readonly store.SearchMatch[],
  { sortBy }: Pick<store.SearchRequest, 'sortBy'>,
): Promise<readonly store.SearchMatch[]> => {
  if (sortBy === 'relevance') return matches
  if (sortBy === 'top')
    return matches.toSorted((a, b) => compareFullness(a, b) || b.score - a.score || b.id - a.id)
  const ids = matches.map(({ id }) => id)
  const positions = new Map((await store.sortPostIdsByDate(sql, ids)).map((id, position) => [id, position]))
  const positionOf = ({ id }: store.SearchMatch) => positions.get(id) ?? positions.size
  return matches.toSorted((a, b) => compareFullness(a, b) || positionOf(a) - positionOf(b))
}

const compareFullness = (a: store.SearchMatch, b: store.SearchMatch) =>
  Number(b.rank >= store.MIN_FULL_MATCH_RANK) - Number(a.rank >= store.MIN_FULL_MATCH_RANK)

/**
 * Returns the page of matches after the cursor. If the cursor's post has been deleted, the page begins at its
 * position by relevance, which is also close enough for the other sort orders.
 */
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

const compareMatches = (a: store.SearchMatch, b: store.SearchMatch) =>
  b.rank - a.rank || b.score - a.score || b.id - a.id
