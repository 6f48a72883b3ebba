import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listSimilarPosts } from '../../contract-suggestions.ts'

const similarPostsKey = defineQueryKey('similar-posts')

/** Fetches public posts with titles similar to a title. */
export const similarPostsQuery = (title: string) =>
  queryOptions({
    queryKey: similarPostsKey(title),
    queryFn: apiQueryFn<typeof listSimilarPosts>('GET /api/search/similar', { query: { title } }),
    retry: false,
  })
