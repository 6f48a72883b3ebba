import { QueryClient } from '@tanstack/react-query'

const HALF_HOUR = 30 * 60_000

/** Data never goes stale by itself, nothing is refetched or retried unless a query says so (section 7). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: HALF_HOUR,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })
