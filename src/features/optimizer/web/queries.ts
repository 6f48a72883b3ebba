import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { limits } from '#core/limits.ts'
import { call } from '#web/api-client.ts'
import { getOptimizer, listOptimizations } from '../contract.ts'

/** Says whether the optimizer service or the built-in optimizer is in use; the same for everyone. */
export const optimizerQuery = queryOptions({
  queryKey: ['optimizer'],
  queryFn: () => call(getOptimizer, {}),
})

export const historyKey = ['optimizations'] as const

/** The member's own optimizations, newest first. */
export const historyQuery = infiniteQueryOptions({
  queryKey: historyKey,
  queryFn: ({ pageParam }) =>
    call(listOptimizations, { query: pageParam === null ? {} : { before: pageParam } }),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => (page.length < limits.pageSize ? undefined : page.at(-1)?.id),
})
