import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getStanding } from '../../contract-standing.ts'

const standingKey = defineQueryKey('standing')

/** How far the member is trusted, and what the next level needs. */
export const standingQuery = queryOptions({
  queryKey: standingKey(),
  queryFn: apiQueryFn<typeof getStanding>('GET /api/user/standing', {}),
  staleTime: 0,
})
