import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { PRIVATE_NO_STORE } from '#server/http/error-handler.ts'
import { serve } from '#server/http/serve.ts'
import { addComment, deleteComment, editComment, listComments, listPrivateComments } from '../contract.ts'
import { addComment as add, editComment as edit, deleteComment as remove } from './change-comments.ts'
import { listPrivateComments as listByLink, listMoreComments } from './list-comments.ts'

export const commentRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  const { sql } = database

  serve(app, listComments, async ({ viewer, params, query, reply }) => {
    if (query.privateId !== undefined) reply.header('cache-control', PRIVATE_NO_STORE)
    return listMoreComments(database, viewer, params.id, query)
  })

  serve(app, listPrivateComments, async ({ viewer, params, query }) =>
    listByLink(database, viewer, params.privateId, query),
  )

  serve(app, addComment, ({ member, body }) => add(sql, member, body))

  serve(app, editComment, ({ member, params, body }) => edit(sql, member, params.id, body.content))

  // Muted members may still delete their comments.
  serve(app, deleteComment, async ({ member, params }) => {
    await remove(sql, member, params.id)
    return {}
  })
}
