import type { FastifyInstance } from 'fastify'
import { indexQueuedPosts } from '#features/search/server/index-queue-query.ts'
import type { Database } from '#server/database/connect.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFiles } from '#server/media/generated-files.ts'
import { features } from './features.ts'

const SWEEP_INTERVAL_MS = 3_600_000

/**
 * Sweeps once an hour in one process of each server: runs each feature's sweep, processes the search index queue and evicts
 * generated files. Nothing depends on the exact time. The queue is
 * also processed at startup, since an earlier process may have left entries.
 */
export const scheduleSweeps = (
  app: FastifyInstance,
  {
    files,
    generatedFiles,
    database: { sql },
  }: { files: FileStore; generatedFiles: GeneratedFiles; database: Database },
): void => {
  const stopping = new AbortController()
  const processIndexQueue = () =>
    indexQueuedPosts(sql, stopping.signal).catch((error: unknown) =>
      app.log.warn({ err: error }, 'Processing the search index queue failed'),
    )
  let indexing = Promise.resolve()
  app.addHook('onListen', async () => {
    indexing = processIndexQueue()
  })
  const sweep = async () => {
    const sweeps = [
      processIndexQueue,
      ...Object.values(features).map((feature) => () => feature.sweep?.({ sql, files })),
      () => generatedFiles.sweep(),
      () => files.evictStale(),
    ]
    for (const step of sweeps)
      try {
        await step()
      } catch (error) {
        app.log.warn({ err: error }, 'Sweep failed')
      }
  }
  const timer = setInterval(() => void sweep(), SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await indexing
  })
}
