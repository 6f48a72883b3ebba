import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import {
  countUnreadNotifications,
  getNotificationCursor,
  listNotifications,
  type Notification,
} from '../contract.ts'

const POLL_MS = 30_000
const PAGE_SIZE = 50

/**
 * The number of unread notifications. It is polled every 30 seconds while the tab is visible, and when the
 * tab becomes visible again (docs/spec/api.md#notifications).
 */
export const unreadCountQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async () => (await call(countUnreadNotifications, {})).count,
  staleTime: POLL_MS,
  refetchInterval: POLL_MS,
  refetchOnWindowFocus: true,
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam }): Promise<Notification[]> =>
    call(listNotifications, { query: { limit: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) } }),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const last = page.at(-1)
    return last && page.length >= PAGE_SIZE ? getNotificationCursor(last) : undefined
  },
  staleTime: POLL_MS,
  refetchOnWindowFocus: true,
})
