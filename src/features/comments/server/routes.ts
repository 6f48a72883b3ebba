import type { FastifyInstance } from 'fastify'
import {
  addComment,
  deleteComment,
  editComment,
  listComments,
  listPrivateComments,
} from '#features/comments/contract.ts'
import { active, completed, memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { PRIVATE } from '#server/http/answer-errors.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { addComment as add } from './add-comment.ts'
import { deleteComment as remove } from './delete-comment.ts'
import { editComment as edit } from './edit-comment.ts'
import { listPrivateComments as listByLink, listMoreComments } from './list-comments.ts'

export const commentRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void => {
  const { sql } = database
  const limit = { seconds: 3_600, scale: config.rateLimitScale }

  serve(app, listComments, anyone, async ({ viewer, params, query, reply }) => {
    if (query.privateId !== undefined) reply.header('cache-control', PRIVATE)
    return listMoreComments(database, viewer, params.id, query)
  })

  serve(app, listPrivateComments, anyone, async ({ viewer, params, query }) =>
    listByLink(database, viewer, params.privateId, query),
  )

  serve(app, addComment, active, async ({ viewer, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `comment:${member.id}`, most: 120, ...limit })
    return add(sql, member, body)
  })

  serve(app, editComment, active, async ({ viewer, params, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `edit-comment:${member.id}`, most: 120, ...limit })
    return edit(sql, member, params.id, body.content)
  })

  // Muted members may still delete their comments.
  serve(app, deleteComment, completed, async ({ viewer, params }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `uncomment:${member.id}`, most: 300, ...limit })
    await remove(sql, member, params.id)
    return {}
  })
}
