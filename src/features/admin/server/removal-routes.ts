import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireAdmin, requireMember, requireSignedIn } from '#server/session/guards.ts'
import {
  dismissModerationNotice,
  listModerationNotices,
  removeComment,
  removePost,
} from '../contract-moderation-notices.ts'
import { actorResolver } from './actor.ts'
import { deleteModerationNotice, selectModerationNotices } from './moderation-notice-query.ts'
import { removeContent } from './remove-content.ts'

export const moderationNoticeRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const actorOf = actorResolver({ sql, config })

  serve(app, removePost, requireAdmin, async ({ viewer, params, body }) => {
    await removeContent(sql, await actorOf(viewer, body), 'post', params.id)
    return {}
  })

  serve(app, removeComment, requireAdmin, async ({ viewer, params, body }) => {
    await removeContent(sql, await actorOf(viewer, body), 'comment', params.id)
    return {}
  })

  serve(app, listModerationNotices, requireSignedIn, async ({ viewer }) =>
    (await selectModerationNotices(sql, requireMember(viewer).id)).map((notice) => ({
      ...notice,
      createdAt: notice.createdAt.toISOString(),
    })),
  )

  serve(app, dismissModerationNotice, requireSignedIn, async ({ viewer, params }) => {
    const { id } = requireMember(viewer)
    await consumeRateLimit(sql, {
      key: `dismiss:${id}`,
      max: 1_000,
      windowSeconds: 3_600,
      scale: config.rateLimitScale,
    })
    await deleteModerationNotice(sql, id, params.id)
    return {}
  })
}
