import { ExpiringCache } from '#core/expiring-cache.ts'

/** The reply that the handler returned, or the error as it would be sent over HTTP. */
export type LocalReply = { data: unknown } | { status: number; body: string }

const MAX_SIZE = 8_000_000
const CACHEABLE_STATUSES = new Set([200, 404])

type ReplyCache = {
  /** Returns the cached reply, waits for the one being computed, or computes it. */
  get(key: string, seconds: number, compute: () => Promise<LocalReply>): Promise<LocalReply>
}

/**
 * Shares visitors' replies between pages that are rendered within a few seconds, as the anonymous response
 * cache does for HTTP. The objects are shared, so neither loaders nor components may change them; `freezes`
 * freezes the objects, so changing one throws an error.
 */
export const createReplyCache = ({ freezes }: { freezes: boolean }): ReplyCache => {
  const cache = new ExpiringCache<LocalReply>({
    maxSize: MAX_SIZE,
    sizeCalculation: (reply, key) => sizeOf(reply) + key.length + 200,
  })
  const pending = new Map<string, Promise<LocalReply>>()

  const fill = async (key: string, seconds: number, compute: () => Promise<LocalReply>) => {
    try {
      const reply = await compute()
      if (isCacheable(reply)) cache.set(key, freezes ? deepFreeze(reply) : reply, { ttl: seconds * 1000 })
      return reply
    } finally {
      pending.delete(key)
    }
  }

  return {
    get: async (key, seconds, compute) => {
      const cached = cache.get(key)
      if (cached) return cached
      const shared = pending.get(key)
      if (shared) {
        const reply = await shared
        // An error may concern only the visitor whose page made the call, such as an exceeded rate limit.
        return isCacheable(reply) ? reply : compute()
      }
      const own = fill(key, seconds, compute)
      pending.set(key, own)
      return own
    },
  }
}

const isCacheable = (reply: LocalReply): boolean => 'data' in reply || CACHEABLE_STATUSES.has(reply.status)

/** Estimates a value's size in bytes. Strings account for most of it. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length * 2
  if (typeof value !== 'object' || value === null) return 8
  let size = 64
  for (const part of Object.values(value)) size += sizeOf(part)
  return size
}

const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
