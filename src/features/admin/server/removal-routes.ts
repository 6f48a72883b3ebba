import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import {
  dismissModerationNotice,
  listModerationNotices,
  removeComment,
  removePost,
} from '../contract-moderation-notices.ts'
import { deleteModerationNotice, selectModerationNotices } from './moderation-notice-query.ts'
import { removeContent } from './remove-content.ts'

export const moderationNoticeRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serve(app, removePost, async ({ member, params, body }) => {
    await removeContent(sql, { ...member, ...body }, 'post', params.id)
    return {}
  })

  serve(app, removeComment, async ({ member, params, body }) => {
    await removeContent(sql, { ...member, ...body }, 'comment', params.id)
    return {}
  })

  serve(app, listModerationNotices, async ({ member }) => selectModerationNotices(sql, member.id))

  serve(app, dismissModerationNotice, async ({ member, params }) => {
    await deleteModerationNotice(sql, member.id, params.id)
    return {}
  })
}
