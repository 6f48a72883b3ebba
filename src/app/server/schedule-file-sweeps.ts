import type { FastifyInstance } from 'fastify'
import type { DiskCache } from '#server/media/disk-cache.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { removeStaleDirectories } from '#server/media/temporary-directory.ts'

const SWEEP_INTERVAL_MS = 3_600_000
/** When the first sweep runs, after the pages that a new server is asked for at once. */
const FIRST_SWEEP_MS = 10_000

/**
 * Evicts cached files and copies of the bucket's files once an hour, and soon after the start, because a server
 * that is killed again and again within the hour would otherwise fill the disk. Every process does this
 * because each machine has its own folder. Shared files are swept by jobs (`src/server/jobs`).
 */
export const scheduleFileSweeps = (
  app: FastifyInstance,
  { files, caches }: { files: FileStore; caches: readonly Pick<DiskCache, 'sweep'>[] },
): void => {
  const sweep = async () => {
    for (const step of [
      ...caches.map((cache) => cache.sweep),
      () => files.evictStale(),
      () => removeStaleDirectories(files.dataDir),
    ])
      try {
        await step()
      } catch (error) {
        app.log.warn({ err: error }, 'Sweep failed')
      }
  }
  const first = setTimeout(() => void sweep(), FIRST_SWEEP_MS).unref()
  const timer = setInterval(() => void sweep(), SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', async () => {
    clearTimeout(first)
    clearInterval(timer)
  })
}
