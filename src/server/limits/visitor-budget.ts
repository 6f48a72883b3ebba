import { LRUCache } from 'lru-cache'

/** How many networks and user agents are remembered. The least recently seen ones are forgotten first. */
const MAX_NETWORKS = 10_000
const MAX_USER_AGENTS = 1_000
const MINUTE_MS = 60_000

type Visitor = {
  network: string
  /** The family of the visitor's user agent; null for a browser. */
  userAgent: string | null
}

/** Which budget is used up. `isNew` is true for the first such request in a minute. */
type Overrun = { kind: 'network' | 'userAgent'; name: string; isNew: boolean }

export type VisitorBudget = {
  /** Takes requests from both budgets of a visitor, or returns the first one that is used up. */
  take(visitor: Visitor, now: number, requests?: number): Overrun | null
  /** The number of networks and user agents that are remembered. */
  size(): { networks: number; userAgents: number }
}

/**
 * Counts requests of visitors by network and by user agent, in the memory of this process. Each has a budget for a minute,
 * which it may use up at once and which is refilled continuously. A limit of 0 is none.
 */
export const createVisitorBudget = (limits: { perNetwork: number; perUserAgent: number }): VisitorBudget => {
  const networks = createBuckets(MAX_NETWORKS, limits.perNetwork)
  const userAgents = createBuckets(MAX_USER_AGENTS, limits.perUserAgent)
  return {
    take: ({ network, userAgent }, now, requests = 1) => {
      if (networks.isEmpty(network, now))
        return { kind: 'network', name: network, isNew: networks.warn(network, now) }
      if (userAgent !== null && userAgents.isEmpty(userAgent, now))
        return { kind: 'userAgent', name: userAgent, isNew: userAgents.warn(userAgent, now) }
      networks.take(network, now, requests)
      if (userAgent !== null) userAgents.take(userAgent, now, requests)
      return null
    },
    size: () => ({ networks: networks.size(), userAgents: userAgents.size() }),
  }
}

/** `fullAt` is when the bucket would be full again if nothing else were taken from it. */
type Bucket = { fullAt: number; warnedAt: number }

const createBuckets = (max: number, perMinute: number) => {
  const buckets = new LRUCache<string, Bucket>({ max })
  const msPerRequest = perMinute > 0 ? MINUTE_MS / perMinute : 0
  return {
    isEmpty: (key: string, now: number): boolean =>
      (buckets.get(key)?.fullAt ?? 0) - now > MINUTE_MS - msPerRequest,
    take: (key: string, now: number, requests: number): void => {
      if (msPerRequest === 0) return
      const bucket = buckets.get(key)
      if (bucket) bucket.fullAt = Math.max(bucket.fullAt, now) + requests * msPerRequest
      else buckets.set(key, { fullAt: now + requests * msPerRequest, warnedAt: Number.NEGATIVE_INFINITY })
    },
    /** Returns whether no warning about the key has been due for a minute. */
    warn: (key: string, now: number): boolean => {
      const bucket = buckets.get(key)
      if (!bucket || now - bucket.warnedAt < MINUTE_MS) return false
      bucket.warnedAt = now
      return true
    },
    size: () => buckets.size,
  }
}
