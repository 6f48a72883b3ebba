import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireCompletedProfile, requireMember, requireSignedIn } from '#server/session/guards.ts'
import {
  countUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
  messages,
} from '../contract.ts'
import * as store from './store.ts'
import { notificationStreamRoute } from './stream-route.ts'

export const notificationRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void => {
  const { sql } = database
  const limit = { max: 2_000, windowSeconds: 3_600, scale: config.rateLimitScale }

  serve(app, listNotifications, requireSignedIn, ({ viewer, query }) =>
    store.selectNotifications(sql, requireMember(viewer), query),
  )

  serve(app, countUnreadNotifications, requireSignedIn, async ({ viewer }) => ({
    count: await store.selectUnreadCount(sql, requireMember(viewer)),
  }))

  serve(app, markAllNotificationsRead, requireCompletedProfile, async ({ viewer }) => {
    const { id } = requireMember(viewer)
    await consumeRateLimit(sql, { key: `read-notifications:${id}`, ...limit })
    const marked = await store.updateAllAsRead(sql, id)
    if (marked > 0) await store.publishNotificationChange(sql, id)
    return { marked }
  })

  serve(app, markNotificationsRead, requireCompletedProfile, async ({ viewer, params, query }) => {
    const { id } = requireMember(viewer)
    await consumeRateLimit(sql, { key: `read-notifications:${id}`, ...limit })
    const marked = await store.updateAsRead(sql, id, params.id, query.group === 'true')
    if (marked === null) throw notFound(messages.notFound)
    if (marked > 0) await store.publishNotificationChange(sql, id)
    return { marked }
  })

  notificationStreamRoute(app, database)
}
