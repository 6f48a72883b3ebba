import { queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { pagedQuery } from '#features/feeds/web/paged-query.ts'
import { type SearchResult, searchAnchorOf, searchNames, searchPosts } from '#features/search/contract.ts'
import { call } from '#web/call.ts'

/** `after` is the cursor of the first page that is shown. */
type Search = { q: string; types: string[]; models: string[]; after?: string }

/** The pages of search results, best first. */
export const searchQuery = ({ q, types, models, after: initialCursor }: Search) =>
  pagedQuery(
    ['search', q, types, models],
    (after): Promise<SearchResult[]> =>
      call(searchPosts, {
        query: {
          q,
          types: types.join(','),
          models: models.join(','),
          limit: limits.page,
          ...(after ? { after } : {}),
        },
      }),
    (page) => {
      const last = page.at(-1)
      return last && page.length >= limits.page ? searchAnchorOf(last) : undefined
    },
    initialCursor,
  )

/** The topics and members whose names match the query. */
export const searchNamesQuery = (q: string) =>
  queryOptions({ queryKey: ['search-names', q], queryFn: () => call(searchNames, { query: { q } }) })
