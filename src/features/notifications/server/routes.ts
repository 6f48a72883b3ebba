import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import {
  countUnreadNotifications,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationsRead,
  setNotificationSetting,
} from '../contract.ts'
import * as settings from './settings-query.ts'
import * as store from './store.ts'
import { notificationStreamRoute } from './stream-route.ts'

export const notificationRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  const { sql } = database

  serve(app, listNotifications, ({ member, query }) => store.selectNotifications(sql, member, query))

  serve(app, countUnreadNotifications, async ({ member }) => ({
    count: await store.selectUnreadCount(sql, member),
  }))

  serve(app, markAllNotificationsRead, async ({ member: { id } }) => {
    const marked = await store.updateAllAsRead(sql, id)
    if (marked > 0) await store.publishNotificationChange(sql, id)
    return { marked }
  })

  serve(app, markNotificationsRead, async ({ member: { id }, params, query }) => {
    const marked = await store.updateAsRead(sql, id, params.id, query.group === 'true')
    if (marked === null) throw new HttpError('notification-not-found')
    if (marked > 0) await store.publishNotificationChange(sql, id)
    return { marked }
  })

  serve(app, getNotificationSettings, ({ member }) => settings.selectSettings(sql, member.id))

  serve(app, setNotificationSetting, async ({ member, params, body }) => {
    await settings.updateSetting(sql, member.id, params.kind, body.isEnabled)
    return settings.selectSettings(sql, member.id)
  })

  notificationStreamRoute(app, database)
}
