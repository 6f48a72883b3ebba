import type { FastifyInstance } from 'fastify'
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
  const limit = { most: 1_000, seconds: 3_600, scale: config.rateLimitScale }

  serve(app, removePost, admin, async ({ viewer, params, body }) => {
    const by = memberOf(viewer)
    await takeFromLimit(sql, { key: `admin:${by.id}`, ...limit })
    await removeContent(sql, by, 'post', { ...params, ...body })
    return {}
  })

  serve(app, removeComment, admin, async ({ viewer, params, body }) => {
    const by = memberOf(viewer)
    await takeFromLimit(sql, { key: `admin:${by.id}`, ...limit })
    await removeContent(sql, by, 'comment', { ...params, ...body })
    return {}
  })

  serve(app, listRemovals, signedIn, async ({ viewer }) =>
    (await listRemovalsOf(sql, memberOf(viewer).id)).map((told) => ({
      ...told,
      createdAt: told.createdAt.toISOString(),
    })),
  )

  serve(app, dismissRemoval, signedIn, async ({ viewer, params }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `dismiss:${id}`, ...limit })
    await deleteRemoval(sql, id, params.id)
    return {}
  })
}
