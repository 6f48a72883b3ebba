import type { FastifyInstance } from 'fastify'
import { deleteOldCommentRequests } from '#features/comments/server/request-query.ts'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { deleteOldRequests } from '#features/posts/server/request-query.ts'
import { indexWaiting } from '#features/search/server/index-later-query.ts'
import { refreshBest } from '#features/search/server/refresh-best.ts'
import type { Database } from '#server/database/connect.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import type { MadeFiles } from '#server/media/made-files.ts'

const EVERY_MS = 3_600_000

/**
 * Now and then every process removes unused files and old requests, and looks which posts are the best; nothing depends on
 * when. What an ended process left to be indexed is taken up at the start, too.
 */
export const sweepContent = (
  app: FastifyInstance,
  { files, made, database: { sql } }: { files: KeptFiles; made: MadeFiles; database: Database },
): void => {
  const stopping = new AbortController()
  const indexLeft = () =>
    indexWaiting(sql, stopping.signal).catch((error: unknown) =>
      app.log.warn({ err: error }, 'Could not index what was left'),
    )
  let indexing = Promise.resolve()
  app.addHook('onListen', async () => {
    indexing = indexLeft()
  })
  const sweep = async () => {
    await refreshBest(sql)
    await deleteOldRequests(sql)
    await deleteOldCommentRequests(sql)
    await indexLeft()
    await sweepMedia({ sql, files })
    await made.sweep()
    await files.forgetOld()
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => app.log.warn({ err: error }, 'Could not sweep'))
  }, EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await indexing
  })
}
