import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getOptimizerMode, listOptimizations } from '../contract.ts'

const optimizerKey = defineQueryKey('optimizer')
const historyKey = defineQueryKey('optimizations')

/** Fetches which optimizer is in use: the service or the built-in one. The answer is the same for everyone. */
export const optimizerModeQuery = queryOptions({
  queryKey: optimizerKey(),
  queryFn: apiQueryFn<typeof getOptimizerMode>('GET /api/optimizer', {}),
})

/** Fetches the member's own optimizations, newest first. */
export const optimizationHistoryQuery = infiniteQueryOptions({
  queryKey: historyKey(),
  queryFn: ({ pageParam, meta }) =>
    apiQueryFn<typeof listOptimizations>('GET /api/user/optimizations', {
      query: pageParam === null ? {} : { before: pageParam },
    })({ meta }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.length < limits.pageSize ? undefined : page.at(-1)?.id),
})
