import { QueryClient } from '@tanstack/react-query'

// On the server, a cache lives for one request; a timer would retain it for half an hour.
const GC_MS = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000

/**
 * Data never goes stale, is not refetched and is not retried, unless a query says so
 * (docs/spec/api.md#requests). Requests made while the browser is offline fail immediately; by default they
 * would wait silently.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: GC_MS,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
