import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { searchPosts } from '../../contract.ts'

const similarPostsKey = defineQueryKey('similar-posts')

const MAX_SIMILAR = 6

/**
 * Fetches posts similar to a title. Fetches a few more than are shown because the component leaves out the
 * member's own private posts.
 */
export const similarPostsQuery = (q: string) =>
  queryOptions({
    queryKey: similarPostsKey(q),
    queryFn: apiQueryFn<typeof searchPosts>('GET /api/search', { query: { q, limit: MAX_SIMILAR } }),
    retry: false,
  })
