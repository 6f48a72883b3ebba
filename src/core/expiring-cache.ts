import { LRUCache } from 'lru-cache'

const PURGE_EVERY_MS = 10_000

/**
 * A cache whose entries have a `ttl`, bounded by the size of its entries. `LRUCache` keeps an expired entry until
 * somebody asks for it or its space is needed, so a cache of many keys would always grow to its bound; this one forgets
 * expired entries when something is stored, at most every ten seconds.
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
