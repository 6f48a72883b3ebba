import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { PRIVATE_NO_STORE } from '#server/http/error-handler.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireActive, requireCompletedProfile, requireMember } from '#server/session/guards.ts'
import { addComment, deleteComment, editComment, listComments, listPrivateComments } from '../contract.ts'
import { addComment as add, editComment as edit, deleteComment as remove } from './change-comments.ts'
import { listPrivateComments as listByLink, listMoreComments } from './list-comments.ts'

export const commentRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void => {
  const { sql } = database
  const limit = { windowSeconds: 3_600, scale: config.rateLimitScale }

  serve(app, listComments, allowAnyone, async ({ viewer, params, query, reply }) => {
    if (query.privateId !== undefined) reply.header('cache-control', PRIVATE_NO_STORE)
    return listMoreComments(database, viewer, params.id, query)
  })

  serve(app, listPrivateComments, allowAnyone, async ({ viewer, params, query }) =>
    listByLink(database, viewer, params.privateId, query),
  )

  serve(app, addComment, requireActive, async ({ viewer, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `comment:${member.id}`, max: 120, ...limit })
    return add(sql, member, body)
  })

  serve(app, editComment, requireActive, async ({ viewer, params, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `edit-comment:${member.id}`, max: 120, ...limit })
    return edit(sql, member, params.id, body.content)
  })

  // Muted members may still delete their comments.
  serve(app, deleteComment, requireCompletedProfile, async ({ viewer, params }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `uncomment:${member.id}`, max: 300, ...limit })
    await remove(sql, member, params.id)
    return {}
  })
}
