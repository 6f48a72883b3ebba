import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { call } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getOptimizer, listOptimizations } from '../contract.ts'

const optimizerKey = defineQueryKey('optimizer')
const historyKey = defineQueryKey('optimizations')

/** Fetches whether the optimizer service or the built-in optimizer is in use, which is the same for everyone. */
export const optimizerQuery = queryOptions({
  queryKey: optimizerKey(),
  queryFn: () => call<typeof getOptimizer>('GET /api/optimizer', {}),
})

/** Fetches the member's own optimizations, newest first. */
export const optimizationHistoryQuery = infiniteQueryOptions({
  queryKey: historyKey(),
  queryFn: ({ pageParam }) =>
    call<typeof listOptimizations>('GET /api/user/optimizations', {
      query: pageParam === null ? {} : { before: pageParam },
    }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.length < limits.pageSize ? undefined : page.at(-1)?.id),
})
