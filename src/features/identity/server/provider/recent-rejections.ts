import { performance } from 'node:perf_hooks'

/** Short, because a limit may be reset, also by another process. */
const RECENT_MS = 1_000
const MAX_REQUESTERS = 10_000

type Rejection = { error: unknown; until: number }

/**
 * Remembers for a second whom a rate limit has rejected, so that a flood of requests from one address does not reach the
 * database.
 */
export const createRecentRejections = () => {
  const rejections = new Map<string, Rejection>()
  const find = (requester: string) => {
    const rejection = rejections.get(requester)
    return rejection && rejection.until > performance.now() ? rejection : null
  }
  return {
    throwIfRecent: (requester: string): void => {
      const rejection = find(requester)
      if (rejection) throw rejection.error
    },
    add: (requester: string, error: unknown): void => {
      if (find(requester)) return
      if (rejections.size >= MAX_REQUESTERS) rejections.clear()
      rejections.set(requester, { error, until: performance.now() + RECENT_MS })
    },
  }
}
