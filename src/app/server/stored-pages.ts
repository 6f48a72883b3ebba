import { hash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { createDiskCache, type DiskCache } from '#server/media/disk-cache.ts'

/**
 * Visitors' pages as they were sent, compressed with brotli, each under the digest of everything that it depends on. A page
 * that is found is what rendering it would return, so none has to be removed when a post changes
 * (docs/decisions/0223-store-visitors-pages-of-posts-by-what-they-show.md).
 */
export type StoredPages = Pick<DiskCache, 'sweep'> & {
  find(digest: string): Promise<Buffer | null>
  /**
   * Stores a page, unless it is long or several are being written. Throws if it cannot be written; for a minute, no other
   * page is then stored.
   */
  store(digest: string, page: Buffer): Promise<void>
  /** The requests for pages that can be stored, by whether one was. */
  requests: { found: number; rendered: number }
}

/** How long the page of a post that was edited or deleted stays on disk. */
const MAX_AGE_MS = 7 * 24 * 3_600_000
const MAX_PAGE_BYTES = 100_000
const MAX_WRITES = 4
const PAUSE_MS = 60_000
/** Each file begins with a checksum of its page, by which an incomplete one is recognized. */
const CHECKSUM_BYTES = 20
const checksumOf = (page: Buffer) => hash('sha1', page, 'buffer')

/** Opens the store of pages under `DATA_DIR/pages`. */
export const createStoredPages = ({
  dataDir,
  storedPagesMb,
  workers,
}: Pick<Config, 'dataDir' | 'storedPagesMb' | 'workers'>): StoredPages => {
  const maxBytes = storedPagesMb * 1_000_000
  const cache = createDiskCache({
    dataDir,
    folder: 'pages',
    maxBytes,
    maxAgeMs: MAX_AGE_MS,
    writers: workers,
    isUnsafe: true,
  })
  const requests = { found: 0, rendered: 0 }
  let writes = 0
  let pausedUntil = 0

  return {
    requests,
    sweep: cache.sweep,
    find: async (digest) => {
      const file = maxBytes > 0 ? await cache.read(digest) : null
      const page = file?.subarray(CHECKSUM_BYTES)
      const isComplete = page && checksumOf(page).equals(file?.subarray(0, CHECKSUM_BYTES) ?? page)
      requests[isComplete ? 'found' : 'rendered'] += 1
      return isComplete ? page : null
    },
    store: async (digest, page) => {
      const isAllowed = writes < MAX_WRITES && Date.now() >= pausedUntil
      if (!isAllowed || page.length > Math.min(MAX_PAGE_BYTES, maxBytes)) return
      writes += 1
      try {
        await cache.write(digest, Buffer.concat([checksumOf(page), page]))
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_MS
        throw error
      } finally {
        writes -= 1
      }
    },
  }
}
