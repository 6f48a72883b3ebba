import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
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
  serveEndpoint(app, removePost, async ({ member, params, body }) => {
    await removeContent({ sql, log: app.log }, { ...member, ...body }, 'post', params.id)
    return {}
  })

  serveEndpoint(app, removeComment, async ({ member, params, body }) => {
    await removeContent({ sql, log: app.log }, { ...member, ...body }, 'comment', params.id)
    return {}
  })

  serveEndpoint(app, listModerationNotices, async ({ member }) => selectModerationNotices(sql, member.id))

  serveEndpoint(app, dismissModerationNotice, async ({ member, params }) => {
    await deleteModerationNotice(sql, member.id, params.id)
    return {}
  })
}
