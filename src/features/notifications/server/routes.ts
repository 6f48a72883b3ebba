import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import {
  countUnreadNotifications,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
  setNotificationSetting,
} from '../contract.ts'
import { getDigestSettings, setDigestFrequency } from '../contract-digest.ts'
import { buildDigestSettings, saveDigestFrequency } from './digest-settings.ts'
import { selectNotifications } from './notifications-query.ts'
import { quietRoutes } from './quiet-routes.ts'
import * as settings from './settings-query.ts'
import { notificationStreamRoute } from './stream-route.ts'
import * as unread from './unread-query.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

type Dependencies = { database: Database; config: Config }

export const notificationRoutes = (app: FastifyInstance, { database, config }: Dependencies): void => {
  const { sql } = database
  const parts = { sql, config }

  serveEndpoint(app, listNotifications, ({ member, query }) => selectNotifications(sql, member, query))

  serveEndpoint(app, countUnreadNotifications, async ({ member }) => ({
    count: await unread.selectUnreadCount(sql, member),
  }))

  serveEndpoint(app, markAllNotificationsRead, async ({ member: { id } }) => {
    const marked = await unread.markAllNotificationRowsRead(sql, id)
    if (marked > 0) await unread.publishNotificationChange(sql, id)
    return { marked }
  })

  serveEndpoint(app, markNotificationsRead, async ({ member: { id }, params, query }) => {
    const marked = await unread.markNotificationRowsRead(sql, id, params.id, query.group === 'true')
    if (marked === null) throw new HttpError('notification-not-found')
    if (marked > 0) await unread.publishNotificationChange(sql, id)
    return { marked }
  })

  serveEndpoint(app, getNotificationSettings, ({ member }) =>
    settings.selectNotificationSettings(sql, member.id),
  )

  serveEndpoint(app, setNotificationSetting, async ({ member, params, body }) => {
    await settings.updateNotificationSetting(sql, member.id, params.kind, body.isEnabled)
    return settings.selectNotificationSettings(sql, member.id)
  })

  serveEndpoint(app, getDigestSettings, ({ member }) => buildDigestSettings(parts, member.id))

  serveEndpoint(app, setDigestFrequency, ({ member, body }) =>
    saveDigestFrequency(parts, member.id, body.frequency),
  )

  quietRoutes(app, { sql })
  void app.register(async (scope) => unsubscribeRoutes(scope, parts))
  notificationStreamRoute(app, database)
}
