import type { FastifyInstance } from 'fastify'
import { deleteOldCommentRequests } from '#features/comments/server/request-query.ts'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { deleteOldRequests } from '#features/posts/server/request-query.ts'
import { indexWaiting } from '#features/search/server/index-later-query.ts'
import { refreshBest } from '#features/search/server/refresh-best.ts'
import type { Database } from '#server/database/connect.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { MadeFiles } from '#server/media/made-files.ts'

const SWEEP_INTERVAL_MS = 3_600_000

/**
 * Sweeps once an hour in every process: removes unused files and expired idempotency keys, refreshes
 * `hot_post_search` and processes the search index queue. Nothing depends on the exact time. The queue is
 * also processed at startup, since an earlier process may have left entries.
 */
export const sweepContent = (
  app: FastifyInstance,
  {
    files,
    generatedFiles,
    database: { sql },
  }: { files: KeptFiles; generatedFiles: MadeFiles; database: Database },
): void => {
  const stopping = new AbortController()
  const processIndexQueue = () =>
    indexWaiting(sql, stopping.signal).catch((error: unknown) =>
      app.log.warn({ err: error }, 'Processing the search index queue failed'),
    )
  let indexing = Promise.resolve()
  app.addHook('onListen', async () => {
    indexing = processIndexQueue()
  })
  const sweep = async () => {
    await refreshBest(sql)
    await deleteOldRequests(sql)
    await deleteOldCommentRequests(sql)
    await processIndexQueue()
    await sweepMedia({ sql, files })
    await generatedFiles.sweep()
    await files.forgetOld()
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
