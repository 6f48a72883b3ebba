import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import {
  countUnread,
  listNotifications,
  markAllRead,
  markRead,
  messages,
} from '#features/notifications/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import * as store from './store.ts'
import { streamRoute } from './stream-route.ts'

export const notificationRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
): void => {
  const { sql } = database
  const limit = { most: 2_000, seconds: 3_600, scale: config.rateLimitScale }

  serve(app, listNotifications, signedIn, ({ viewer, query }) =>
    store.listNotifications(sql, memberOf(viewer), query),
  )

  serve(app, countUnread, signedIn, async ({ viewer }) => ({
    count: await store.countUnread(sql, memberOf(viewer)),
  }))

  serve(app, markAllRead, completed, async ({ viewer }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `read-notifications:${id}`, ...limit })
    const marked = await store.markAllRead(sql, id)
    if (marked > 0) await store.push(sql, id)
    return { marked }
  })

  serve(app, markRead, completed, async ({ viewer, params, query }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `read-notifications:${id}`, ...limit })
    const marked = await store.markRead(sql, id, params.id, query.group === 'true')
    if (marked === null) throw notFound(messages.notFound)
    if (marked > 0) await store.push(sql, id)
    return { marked }
  })

  streamRoute(app, database)
}
