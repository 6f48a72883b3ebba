import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { dismissModerationNotice, listModerationNotices } from '../contract-moderation-notices.ts'
import { deleteModerationNotice, selectModerationNotices } from './moderation-notice-query.ts'

export const moderationNoticeRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, listModerationNotices, async ({ member }) => selectModerationNotices(sql, member.id))

  serveEndpoint(app, dismissModerationNotice, async ({ member, params }) => {
    await deleteModerationNotice(sql, member.id, params.id)
    return {}
  })
}
