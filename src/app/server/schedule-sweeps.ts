import type { FastifyInstance } from 'fastify'
import { deleteExpiredCommentIdempotencyKeys } from '#features/comments/server/idempotency-query.ts'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { deleteExpiredIdempotencyKeys } from '#features/posts/server/idempotency-query.ts'
import { refreshHotPosts } from '#features/search/server/hot-posts-query.ts'
import { indexQueuedPosts } from '#features/search/server/index-queue-query.ts'
import type { Database } from '#server/database/connect.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFiles } from '#server/media/generated-files.ts'

const SWEEP_INTERVAL_MS = 3_600_000

/**
 * Sweeps once an hour in every process: removes unused files and expired idempotency keys, refreshes
 * `hot_post_search` and processes the search index queue. Nothing depends on the exact time. The queue is
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
    await refreshHotPosts(sql)
    await deleteExpiredIdempotencyKeys(sql)
    await deleteExpiredCommentIdempotencyKeys(sql)
    await processIndexQueue()
    await sweepMedia({ sql, files })
    await generatedFiles.sweep()
    await files.evictStale()
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => app.log.warn({ err: error }, 'Sweep failed'))
  }, SWEEP_INTERVAL_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await indexing
  })
}
