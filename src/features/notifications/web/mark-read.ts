import type { QueryClient } from '@tanstack/react-query'
import { ApiError, callApi } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import type { markAllNotificationsRead, markNotificationsRead, Notification } from '../contract.ts'
import { isSameNotificationGroup, type NotificationGroup } from '../contract-messages.ts'
import { notificationsQuery, notificationsQueryKey, unreadCountQuery } from './queries.ts'
import { notificationListTexts } from './texts.ts'

/** Marks an opened group as read. Failures are ignored because they should not interrupt the reader. */
export const markGroupAsRead = async (
  client: QueryClient,
  { newest, unread }: NotificationGroup,
): Promise<void> => {
  if (unread === 0) return
  await client.cancelQueries({ queryKey: notificationsQueryKey() })
  markInCache(client, (row) => isSameNotificationGroup(row, newest))
  client.setQueryData(unreadCountQuery.queryKey, (count = 0) => Math.max(0, count - unread))
  await callApi<typeof markNotificationsRead>('POST /api/notifications/:id/read', {
    params: { id: newest.id },
    query: { group: 'true' },
  }).catch(() => null)
  await client.invalidateQueries({ queryKey: notificationsQueryKey() })
}

export const markAllAsRead = async (client: QueryClient): Promise<void> => {
  await client.cancelQueries({ queryKey: notificationsQueryKey() })
  markInCache(client, () => true)
  client.setQueryData(unreadCountQuery.queryKey, 0)
  try {
    await callApi<typeof markAllNotificationsRead>('POST /api/notifications/mark-all-read', {})
  } catch (error) {
    const description = error instanceof ApiError ? error.userMessage : undefined
    showToast({
      title: notificationListTexts.markFailed,
      tone: 'danger',
      ...(description ? { description } : {}),
    })
  }
  await client.invalidateQueries({ queryKey: notificationsQueryKey() })
}

const markInCache = (client: QueryClient, isRead: (row: Notification) => boolean): void => {
  client.setQueryData(
    notificationsQuery.queryKey,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.map((row) => (isRead(row) && !row.isRead ? { ...row, isRead: true } : row)),
        ),
      },
  )
}
