import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listResults } from '../contract.ts'

const resultsKey = defineQueryKey('results')

/**
 * Fetches the reports on a post's current prompt or on a version's prompt, along with the member's own
 * reports.
 */
export const resultsQuery = (postId: number, version?: number) =>
  queryOptions({
    queryKey: version === undefined ? resultsKey(postId) : resultsKey(postId, version),
    queryFn: apiQueryFn<typeof listResults>('GET /api/posts/:id/results', {
      params: { id: postId },
      query: version === undefined ? {} : { version },
    }),
  })
