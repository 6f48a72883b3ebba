import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  countUnread,
  listNotifications,
  type Notification,
  notificationAnchorOf,
} from '#features/notifications/contract.ts'
import { call } from '#web/call.ts'

const HALF_A_MINUTE = 30_000
const PAGE = 50

/** How many are unread: asked for every 30 seconds while the tab is seen (section 7), and when it is seen again. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async () => (await call(countUnread, {})).count,
  staleTime: HALF_A_MINUTE,
  refetchInterval: HALF_A_MINUTE,
  refetchOnWindowFocus: true,
})

export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: ({ pageParam }): Promise<Notification[]> =>
    call(listNotifications, { query: { limit: PAGE, ...(pageParam ? { after: pageParam } : {}) } }),
  initialPageParam: '',
  getNextPageParam: (page) => {
    const last = page.at(-1)
    return last && page.length >= PAGE ? notificationAnchorOf(last) : undefined
  },
  staleTime: HALF_A_MINUTE,
  refetchOnWindowFocus: true,
})
