import type { QueryClient } from '@tanstack/react-query'
import { markAllRead, markRead, type Notification } from '#features/notifications/contract.ts'
import { type Group, isSameGroup } from '#features/notifications/web/group-notifications.ts'
import { notificationsQuery, unreadQuery } from '#features/notifications/web/queries.ts'
import { texts } from '#features/notifications/web/texts.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/kit/toast.ts'

const QUERY_KEY = ['notifications']

/** Marks an opened group as read. A failure is ignored, because it should not interrupt the reader. */
export const markGroupRead = async (client: QueryClient, { newest, unread }: Group): Promise<void> => {
  if (unread === 0) return
  await client.cancelQueries({ queryKey: QUERY_KEY })
  markInCache(client, (row) => isSameGroup(row, newest))
  client.setQueryData(unreadQuery.queryKey, (count = 0) => Math.max(0, count - unread))
  await call(markRead, { params: { id: newest.id }, query: { group: 'true' } }).catch(() => null)
  await client.invalidateQueries({ queryKey: QUERY_KEY })
}

export const markAll = async (client: QueryClient): Promise<void> => {
  await client.cancelQueries({ queryKey: QUERY_KEY })
  markInCache(client, () => true)
  client.setQueryData(unreadQuery.queryKey, 0)
  try {
    await call(markAllRead, {})
  } catch (error) {
    const description = error instanceof CallError ? error.said : undefined
    toast({ title: texts.markFailed, tone: 'danger', ...(description ? { description } : {}) })
  }
  await client.invalidateQueries({ queryKey: QUERY_KEY })
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
