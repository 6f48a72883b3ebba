import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiQueryFn, callApi } from '#web/api-client.ts'
import { POLL_MS } from '#web/poll-interval.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countUnreadNotifications, listNotifications, Notification } from '../contract.ts'
import { encodeNotificationCursor } from '../contract-values.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Lists whose items link to posts. */
    'post-links': true
  }
}

/** Returns a query key for notifications. Without arguments, returns the prefix that all of them share. */
export const notificationsQueryKey = defineQueryKey('notifications', {
  invalidatedBy: { 'post-links': 'none' },
})

const PAGE_SIZE = 50

/**
 * The number of unread notifications. It is polled every 30 seconds while the tab is visible, and when the
 * tab becomes visible again (docs/spec/api.md#notifications).
 */
export const unreadCountQuery = queryOptions({
  queryKey: notificationsQueryKey('unread'),
  queryFn: async ({ meta }) =>
    (await callApi<typeof countUnreadNotifications>('GET /api/notifications/unread-count', {}, { meta }))
      .count,
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationsQueryKey('list'),
  queryFn: ({ pageParam, meta }): Promise<Notification[]> =>
    apiQueryFn<typeof listNotifications>('GET /api/notifications', {
      query: { limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
    })({ meta }),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const last = page.at(-1)
    return last && page.length >= PAGE_SIZE ? encodeNotificationCursor(last) : undefined
  },
  staleTime: POLL_MS,
  refetchOnWindowFocus: true,
})
