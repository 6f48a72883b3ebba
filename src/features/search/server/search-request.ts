import type { EndpointInput } from '#core/endpoint.ts'
import { pickPostFilters } from '#core/post-filters.ts'
import type { Viewer } from '#core/viewer.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { searchPosts } from '../contract.ts'
import { findFilters } from './filters-query.ts'
import type { ParsedQuery } from './parse-query.ts'
import type { SearchRequest } from './store.ts'

export type SearchQuery = EndpointInput<typeof searchPosts>['query']

/**
 * Converts a query to a request. Returns null if nothing can match, because a filter names an unknown topic or author,
 * or the type filters contradict each other.
 */
export const toSearchRequest = async (
  sql: AnySql,
  viewer: Viewer,
  query: SearchQuery,
  parsed: ParsedQuery,
): Promise<SearchRequest | null> => {
  const filters = await findFilters(sql, parsed)
  if (!filters) return null
  const hasTypes = parsed.types.length > 0 && query.types.length > 0
  if (hasTypes && !parsed.types.some((type) => query.types.includes(type))) return null
  return {
    ...filters,
    text: parsed.text,
    postFilters: [...filters.postFilters, pickPostFilters(query)],
    viewer,
    isMember: viewer !== null,
    sortBy: query.sortBy ?? 'relevance',
    after: query.after,
    offset: query.offset,
    limit: query.limit,
  }
}

export const hasFilters = ({ text: _, ...filters }: ParsedQuery): boolean =>
  Object.values(filters).some((value) => value !== undefined && value.length > 0)
