import type { Viewer } from '#core/viewer.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { scaleTimeLimit } from '#server/limits/scale-time-limit.ts'
import { findFilters, matchesFilters, type SearchFilters } from './filters-query.ts'
import { parseQuery } from './parse-query.ts'
import { analyzeQuery, prepareSearch } from './terms-query.ts'

/**
 * A search within a list of posts, such as bookmarks. `filters` is null if no post can match; `query` is a tsquery, or
 * null if there are only filters.
 */
export type ListSearch = { filters: SearchFilters | null; query: string | null }

/** Returns null for an empty search, which matches every post. */
export const prepareListSearch = async (tx: AnySql, q: string): Promise<ListSearch | null> => {
  if (q === '') return null
  await prepareSearch(tx, 'force_custom_plan')
  const parsed = parseQuery(q)
  return {
    filters: await findFilters(tx, parsed),
    query: parsed.text === '' ? null : (await analyzeQuery(tx, parsed.text)).strict,
  }
}

/** The time limit in milliseconds. A search that reaches it returns the posts found so far. */
const MAX_SEARCH_MS = scaleTimeLimit(200)

/**
 * The number of the prompt's characters to parse if the post has no row in the search index yet. Parsing this many
 * takes well under a millisecond.
 */
const UNINDEXED_CHARACTERS = 2_000

/**
 * Returns the joins and the beginning of the `where` clause of a search among posts (`p`). The caller adds the
 * condition that the viewer can see them. For visitors, only the part of a post that they can read is searched.
 */
export const buildListSearchClauses = (
  sql: AnySql,
  viewer: Viewer,
  search: ListSearch | null,
): SqlFragment => {
  if (!search) return sql`where true`
  const { filters, query } = search
  if (!filters) return sql`where false`
  return sql`
    ${query === null ? sql`` : sql`left join post_search s on s.post_id = p.id left join private_post_search h on h.post_id = p.id`}
    where true ${matchesFilters(sql, filters)}
    ${query === null ? sql`` : sql`and ${matchesInTime(sql, query, viewer !== null)}`}`
}

/**
 * Checks whether a post matches, within the time limit. `case` guarantees the order of evaluation: after the
 * deadline, no more posts are read.
 */
const matchesInTime = (sql: AnySql, query: string, isWhole: boolean): SqlFragment => {
  const unindexed = sql`post_search_vector(p.title, p.description, '', left(p.prompt, ${isWhole ? UNINDEXED_CHARACTERS : 0}))`
  return sql`
    case when clock_timestamp() > statement_timestamp() + ${MAX_SEARCH_MS}::double precision * interval '1 millisecond' then false
    else coalesce(${isWhole ? sql`s.whole, h.whole` : sql`s.visible`}, ${unindexed}) @@ ${query}::tsquery end`
}
