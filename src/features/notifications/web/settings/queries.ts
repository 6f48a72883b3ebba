import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getNotificationSettings } from '../../contract.ts'
import type { getDigestSettings } from '../../contract-digest.ts'
import type { getPostMute, getQuietHours } from '../../contract-quiet.ts'

const notificationSettingsKey = defineQueryKey('notification-settings')

/** The kinds of notifications that the member receives. */
export const notificationSettingsQuery = queryOptions({
  queryKey: notificationSettingsKey(),
  queryFn: apiQueryFn<typeof getNotificationSettings>('GET /api/notifications/settings', {}),
})

const digestSettingsKey = defineQueryKey('notification-digest')

/** How often the member receives an email with their unread notifications, and whether the site offers such emails. */
export const digestSettingsQuery = queryOptions({
  queryKey: digestSettingsKey(),
  queryFn: apiQueryFn<typeof getDigestSettings>('GET /api/notifications/digest', {}),
})

const quietHoursKey = defineQueryKey('quiet-hours')

/** The hours in which the member gets no summary by email. */
export const quietHoursQuery = queryOptions({
  queryKey: quietHoursKey(),
  queryFn: apiQueryFn<typeof getQuietHours>('GET /api/notifications/quiet-hours', {}),
})

const postMuteKey = defineQueryKey('post-mute')

/** Whether the member has muted the notifications about a post. */
export const postMuteQuery = (id: number) =>
  queryOptions({
    queryKey: postMuteKey(id),
    queryFn: apiQueryFn<typeof getPostMute>('GET /api/posts/:id/notification-mute', { params: { id } }),
  })
