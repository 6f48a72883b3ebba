import type { FastifyInstance } from 'fastify'
import { actingAs } from '#features/audit/server/acting-as.ts'
import { admin, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { dismissRemoval, listRemovals, removeComment, removePost } from '#features/removals/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { removeContent } from './remove-content.ts'
import { deleteRemoval, listRemovalsOf } from './store.ts'

export const removalRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const actorOf = actingAs({ sql, config })

  serve(app, removePost, admin, async ({ viewer, params, body }) => {
    await removeContent(sql, await actorOf(viewer, body), 'post', params.id)
    return {}
  })

  serve(app, removeComment, admin, async ({ viewer, params, body }) => {
    await removeContent(sql, await actorOf(viewer, body), 'comment', params.id)
    return {}
  })

  serve(app, listRemovals, signedIn, async ({ viewer }) =>
    (await listRemovalsOf(sql, memberOf(viewer).id)).map((notice) => ({
      ...notice,
      createdAt: notice.createdAt.toISOString(),
    })),
  )

  serve(app, dismissRemoval, signedIn, async ({ viewer, params }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, {
      key: `dismiss:${id}`,
      most: 1_000,
      seconds: 3_600,
      scale: config.rateLimitScale,
    })
    await deleteRemoval(sql, id, params.id)
    return {}
  })
}
