import { queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { POLL_MS } from '#web/poll-interval.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { countInboxItems } from '../contract-inbox.ts'
import type { listModerationNotices } from '../contract-moderation-notices.ts'
import { MAX_INBOX_COUNT } from '../contract-values.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** The notices about the member's posts and comments that admins removed. */
    'moderation-notices': true
  }
}

/**
 * Returns a query key for the panel. Without arguments, returns the prefix that all of the panel's keys
 * share.
 */
export const adminQueryKey = defineQueryKey('admin')
export const userContentKey = defineQueryKey('user-content')
const moderationNoticesKey = defineQueryKey('moderation-notices', {
  invalidatedBy: { 'moderation-notices': 'active' },
})

/**
 * Fetches the number of items waiting for an admin, by tab. The query is enabled only for admins, because the
 * API rejects anyone else. Each action in the panel refetches these numbers along with the panel's lists. They are polled
 * while the tab is visible, and fetched when the tab becomes visible again.
 */
export const inboxCountQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: adminQueryKey('waiting'),
    queryFn: apiQueryFn<typeof countInboxItems>('GET /api/admin/waiting', {}),
    enabled: isAdmin,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })

/**
 * Formats the number of items waiting for an admin. Returns `99+` if counting stopped at `MAX_INBOX_COUNT`.
 */
export const formatInboxCount = (count: number): string =>
  count < MAX_INBOX_COUNT ? String(count) : `${MAX_INBOX_COUNT - 1}+`

export const moderationNoticesQuery = queryOptions({
  queryKey: moderationNoticesKey(),
  queryFn: apiQueryFn<typeof listModerationNotices>('GET /api/user/removals', {}),
  staleTime: 0,
})
