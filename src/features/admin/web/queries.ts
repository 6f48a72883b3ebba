import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { activityDays, countUserContent, getActivity } from '../contract.ts'
import type { countWaiting } from '../contract-inbox.ts'
import type { listJobs } from '../contract-jobs.ts'
import type { listModerationNotices } from '../contract-moderation-notices.ts'
import { MAX_WAITING } from '../contract-values.ts'
import { PAGE_SIZE, type PanelState } from './panel-state.ts'

declare module '#web/query-key.ts' {
  interface CachedLists {
    /** What admins removed from the member's content. */
    'moderation-notices': true
  }
}

/** Without arguments, the common beginning of the query keys of the panel. */
export const panelKey = defineQueryKey('admin')
const userContentKey = defineQueryKey('user-content')
const moderationNoticesKey = defineQueryKey('moderation-notices', {
  invalidatedBy: { 'moderation-notices': 'active' },
})

export type AdminPage = { limit: number; offset: number; q: string }

/** A page of a list in the panel. */
export const panelListQuery = <T>(
  { tab, q, page }: PanelState,
  sort: string | undefined,
  load: (page: AdminPage) => Promise<readonly T[]>,
) =>
  queryOptions({
    queryKey: panelKey(tab, sort, q, page),
    queryFn: () => load({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, q }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })

export const activityQuery = (days: (typeof activityDays)[number]) =>
  queryOptions({
    queryKey: panelKey('activity', days),
    queryFn: () => call<typeof getActivity>('GET /api/admin/activity', { query: { days } }),
    staleTime: 30_000,
  })

export const jobsQuery = queryOptions({
  queryKey: panelKey('jobs'),
  queryFn: () => call<typeof listJobs>('GET /api/admin/jobs', {}),
  staleTime: 0,
  refetchInterval: 10_000,
})

/**
 * How much waits for an admin. Only admins may ask, so it is enabled for them alone. Each action in the panel
 * refetches it with the panel's lists.
 */
export const waitingQuery = (isAdmin: boolean) =>
  queryOptions({
    queryKey: panelKey('waiting'),
    queryFn: () => call<typeof countWaiting>('GET /api/admin/waiting', {}),
    enabled: isAdmin,
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })

/** A count as far as it is known: `99+` if there may be more. */
export const waitingText = (count: number): string =>
  count < MAX_WAITING ? String(count) : `${MAX_WAITING - 1}+`

/** What deleting a user would delete. Outside the panel's keys, so that it is not refetched afterwards. */
export const userContentQuery = (id: number) =>
  queryOptions({
    queryKey: userContentKey(id),
    queryFn: () => call<typeof countUserContent>('GET /api/admin/users/:id/belongings', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })

export const moderationNoticesQuery = queryOptions({
  queryKey: moderationNoticesKey(),
  queryFn: () => call<typeof listModerationNotices>('GET /api/user/removals', {}),
  staleTime: 0,
})
