import type { FastifyInstance } from 'fastify'
import { deleteOldCommentRequests } from '#features/comments/server/request-query.ts'
import { sweepMedia } from '#features/media/server/sweep-media.ts'
import { deleteOldRequests } from '#features/posts/server/request-query.ts'
import { refreshBest } from '#features/search/server/refresh-best.ts'
import type { Database } from '#server/database/connect.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'

const EVERY_MS = 3_600_000

/** Now and then every process removes unused files and old requests, and looks which posts are the best; nothing depends on when. */
export const sweepContent = (
  app: FastifyInstance,
  { files, database: { sql } }: { files: KeptFiles; database: Database },
): void => {
  const sweep = async () => {
    await refreshBest(sql)
    await deleteOldRequests(sql)
    await deleteOldCommentRequests(sql)
    await sweepMedia({ sql, files })
    await files.forgetOld()
  }
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => app.log.warn({ err: error }, 'Could not sweep'))
  }, EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
