import type { NextPage } from '#core/endpoint.ts'
import { ExpiringCache } from '#core/expiring-cache.ts'
import { createSingleFlight } from '#core/single-flight.ts'

/** The reply that the handler returned and what the next page has instead, or the error as it would be sent over HTTP. */
export type LocalReply = { data: unknown; next?: NextPage } | { status: number; body: string }

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
  const share = createSingleFlight<LocalReply>()

  return {
    get: async (key, seconds, compute) => {
      const cached = cache.get(key)
      if (cached) return cached
      let isOwn = false
      const reply = await share(key, async () => {
        isOwn = true
        const computed = await compute()
        if (isCacheable(computed))
          cache.set(key, freezes ? deepFreeze(computed) : computed, { ttl: seconds * 1000 })
        return computed
      })
      // An error may concern only the visitor whose page made the call, such as an exceeded rate limit.
      return isOwn || isCacheable(reply) ? reply : compute()
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
