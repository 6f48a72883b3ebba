import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { activityPeriodDays, countUserContent, getActivity } from '../contract.ts'
import type { countInboxItems } from '../contract-inbox.ts'
import type { listJobs } from '../contract-jobs.ts'
import type { listModerationNotices } from '../contract-moderation-notices.ts'
import { MAX_INBOX_COUNT } from '../contract-values.ts'
import { type AdminPanelState, PAGE_SIZE } from './panel-state.ts'

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
const userContentKey = defineQueryKey('user-content')
const moderationNoticesKey = defineQueryKey('moderation-notices', {
  invalidatedBy: { 'moderation-notices': 'active' },
})

export type AdminListParams = { limit: number; offset: number; q: string }

/** One page of a list in the panel. */
export const panelListQuery = <T>(
  { tab, q, page }: AdminPanelState,
  sort: string | undefined,
  load: (page: AdminListParams) => Promise<readonly T[]>,
) =>
  queryOptions({
    queryKey: adminQueryKey(tab, sort, q, page),
    queryFn: () => load({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, q }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })

export const activityQuery = (days: (typeof activityPeriodDays)[number]) =>
  queryOptions({
    queryKey: adminQueryKey('activity', days),
    queryFn: () => callApi<typeof getActivity>('GET /api/admin/activity', { query: { days } }),
    staleTime: 30_000,
  })

export const jobsQuery = queryOptions({
  queryKey: adminQueryKey('jobs'),
  queryFn: () => callApi<typeof listJobs>('GET /api/admin/jobs', {}),
  staleTime: 0,
  refetchInterval: 10_000,
})

/**
 * Fetches the number of items waiting for an admin, by tab. The query is enabled only for admins, because the
 * API rejects anyone else. Each action in the panel refetches these numbers along with the panel's lists.
 */
export const inboxCountQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: adminQueryKey('waiting'),
    queryFn: () => callApi<typeof countInboxItems>('GET /api/admin/waiting', {}),
    enabled: isAdmin,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })

/**
 * Formats the number of items waiting for an admin. Returns `99+` if counting stopped at `MAX_INBOX_COUNT`.
 */
export const formatInboxCount = (count: number): string =>
  count < MAX_INBOX_COUNT ? String(count) : `${MAX_INBOX_COUNT - 1}+`

/**
 * Counts the content that would be deleted along with a user. The query key is not under `adminQueryKey`, so that the
 * count is not refetched after the deletion.
 */
export const userContentQuery = (id: number) =>
  queryOptions({
    queryKey: userContentKey(id),
    queryFn: () =>
      callApi<typeof countUserContent>('GET /api/admin/users/:id/belongings', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

export const moderationNoticesQuery = queryOptions({
  queryKey: moderationNoticesKey(),
  queryFn: () => callApi<typeof listModerationNotices>('GET /api/user/removals', {}),
  staleTime: 0,
})
