import { LRUCache } from 'lru-cache'

const PURGE_EVERY_MS = 10_000

/**
 * A cache that is limited by the total size of its entries, each of which has a `ttl`. `LRUCache` keeps an
 * expired entry until it is requested or its space is needed, so a cache with many keys would always grow to
 * its limit. This class also deletes expired entries when an entry is stored, but at most every ten seconds.
 */
export class ExpiringCache<V extends object> extends LRUCache<string, V> {
  #purgedAt = this.perf.now()

  override set(...args: Parameters<LRUCache<string, V>['set']>): this {
    const now = this.perf.now()
    if (now - this.#purgedAt > PURGE_EVERY_MS) {
      this.#purgedAt = now
      this.purgeStale()
    }
    return super.set(...args)
  }
}
