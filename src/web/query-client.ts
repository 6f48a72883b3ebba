import { QueryClient, type QueryMeta } from '@tanstack/react-query'

// On the server, a cache lives for one request only; a garbage collection timer would retain it for half an hour.
const GC_MS = typeof window === 'undefined' ? Number.POSITIVE_INFINITY : 30 * 60_000

/**
 * Creates a query client. Data never goes stale and is neither refetched nor retried unless a query is
 * configured otherwise (docs/spec/api.md#requests). Requests made while the browser is offline fail
 * immediately; by default they would wait silently. `meta` is passed to every query.
 */
export const createQueryClient = (meta?: QueryMeta): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        meta,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: GC_MS,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        structuralSharing: reuseUnchanged,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Returns `next`, but reuses every part of `previous` that is equal; as a result, only changed parts render
 * again. TanStack Query's own version compares only JSON values: each date, and therefore each card that
 * contains one, would count as changed.
 */
const reuseUnchanged = (previous: unknown, next: unknown): unknown => {
  if (previous instanceof Date && next instanceof Date)
    return previous.getTime() === next.getTime() ? previous : next
  if (!isPlain(previous) || !isPlain(next) || Array.isArray(previous) !== Array.isArray(next)) return next
  const keys = Object.keys(next)
  const entries = keys.map((key) => [key, reuseUnchanged(previous[key], next[key])] as const)
  const isEqual =
    keys.length === Object.keys(previous).length &&
    entries.every(([key, value]) => key in previous && value === previous[key])
  if (isEqual) return previous
  return Array.isArray(next) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (value instanceof Object && Object.getPrototypeOf(value) === Object.prototype)
