import type { AnySql } from '#server/database/connect.ts'
import type { SearchQueries } from './search-terms.ts'
import * as store from './store.ts'
import type { TimeLimit } from './time-limit.ts'

/** The time that one look through the best posts, or through all, may take. */
const STEP_MS = 150

/**
 * Every match that is ranked, best first: those among the best posts, then, where these are few, those among all, and posts
 * with that title. When the time has passed, what was found by then.
 */
export const findMatches = async (
  sql: AnySql,
  wanted: store.Wanted,
  queries: SearchQueries,
  time: TimeLimit,
): Promise<store.Match[]> => {
  const found = new Map<number, store.Match>()
  const add = (find: (search: store.Search) => PromiseLike<readonly store.Match[]>) =>
    time.keep(async () => {
      const ms = time.left(STEP_MS)
      if (ms > 0) for (const match of await find({ wanted, queries, ms })) found.set(match.id, match)
    })
  await add((search) => store.findAmongBest(sql, search))
  const most = found.size < store.RANKED ? store.RANKED : 0
  await add((search) => store.findAmongAll(sql, search, most))
  return [...found.values()].toSorted(compareMatches)
}

/** A page of the matches, behind the last one that was shown. */
export const pageOf = (
  matches: readonly store.Match[],
  { after, offset, limit }: Pick<store.Wanted, 'after' | 'offset' | 'limit'>,
): store.Match[] => {
  const rest = after ? matches.filter((match) => compareMatches(after, match) < 0) : matches
  return rest.slice(offset, offset + limit)
}

const compareMatches = (a: store.Match, b: store.Match) => b.rank - a.rank || b.score - a.score || b.id - a.id
