import { QueryClient } from '@tanstack/react-query'

// On the server a cache lives for one page; a timer would keep it for all that time.
const KEPT = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000

/**
 * Data never goes stale by itself, nothing is refetched or retried unless a query says so (section 7). What is asked for
 * while the browser knows that it is offline fails at once, where it would otherwise wait without a word.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: KEPT,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
