import { queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { type PostFilters, pickPostFilters } from '#core/post-filters.ts'
import { apiQueryFn, callApi, type QueryCall } from '#web/api-client.ts'
import { entityTraversal, infiniteDataTraversal, listTraversal } from '#web/entities.ts'
import { pagedQuery } from '#web/list/paged-query.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { SearchResult, searchNames, searchPosts } from '../contract.ts'
import type { listSuggestions } from '../contract-suggestions.ts'
import { encodeSearchCursor, type SearchSort } from '../contract-values.ts'

const searchKey = defineQueryKey('search', {
  entities: infiniteDataTraversal<SearchResult[]>(listTraversal(entityTraversal('post'))),
  invalidatedBy: { posts: 'none' },
})
const searchNamesKey = defineQueryKey('search-names')
const suggestionsKey = defineQueryKey('search-suggestions')

/** `after` is the cursor of the first page to load. */
type Search = PostFilters & { q: string; sortBy?: SearchSort; after?: string }

/** Fetches the pages of search results. */
export const searchQuery = ({ q, sortBy = 'relevance', after: initialCursor, ...search }: Search) => {
  const filters = pickPostFilters(search)
  return pagedQuery(
    searchKey(q, filters, sortBy),
    (after): QueryCall<SearchResult[]> =>
      apiQueryFn<typeof searchPosts>('GET /api/search', {
        query: {
          q,
          ...filters,
          limit: limits.pageSize,
          ...(sortBy === 'relevance' ? {} : { sortBy }),
          ...(after ? { after } : {}),
        },
      }),
    (page) => {
      const last = page.at(-1)
      return last && page.length >= limits.pageSize ? encodeSearchCursor(last) : undefined
    },
    initialCursor,
  )
}

/** Fetches the topics and members whose names match the query. */
export const searchNamesQuery = (q: string) =>
  queryOptions({
    queryKey: searchNamesKey(q),
    queryFn: apiQueryFn<typeof searchNames>('GET /api/search/names', { query: { q } }),
  })

/** Fetches suggestions for an unfinished query. The request is aborted when the query changes. */
export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: suggestionsKey(q),
    queryFn: ({ meta, signal }) =>
      callApi<typeof listSuggestions>('GET /api/search/suggestions', { query: { q } }, { meta, signal }),
    enabled: q !== '',
    retry: false,
    staleTime: 60_000,
    gcTime: 60_000,
  })
