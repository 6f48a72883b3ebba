import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { listApplications } from '#features/identity/contract-applications.ts'
import { apiQueryFn } from '#web/api-client.ts'
import type { activityPeriodDays, countUserContent, getActivity } from '../contract.ts'
import type { listJobs } from '../contract-jobs.ts'
import type { countListRows } from '../contract-totals.ts'
import type { CountedList } from '../contract-values.ts'
import { type AdminPanelState, PAGE_SIZE } from './panel-state.ts'
import { adminQueryKey, userContentKey } from './queries.ts'

export type AdminListParams<S> = { limit: number; offset: number; q: string; sort: S }

/** One page of a list in the panel. */
export const panelListQuery = <T, S extends string>(
  { tab, q, page }: AdminPanelState,
  sort: S,
  load: (page: AdminListParams<S>) => Promise<readonly T[]>,
) =>
  queryOptions({
    queryKey: adminQueryKey(tab, sort, q, page),
    queryFn: () => load({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, q, sort }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })

/** How many rows a list has, and the sums of its columns. */
export const totalsQuery = ({ tab, q }: AdminPanelState) =>
  queryOptions({
    queryKey: adminQueryKey(tab, 'totals', q),
    queryFn: apiQueryFn<typeof countListRows>('GET /api/admin/totals/:list', {
      params: { list: tab as CountedList },
      query: { q },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
  })

export const activityQuery = (days: (typeof activityPeriodDays)[number]) =>
  queryOptions({
    queryKey: adminQueryKey('activity', days),
    queryFn: apiQueryFn<typeof getActivity>('GET /api/admin/activity', { query: { days } }),
    staleTime: 30_000,
  })

/** The programs after one, or the newest. */
export const applicationsQuery = (before: number | null) =>
  queryOptions({
    queryKey: adminQueryKey('applications', before),
    queryFn: apiQueryFn<typeof listApplications>('GET /api/admin/applications', {
      query: before === null ? {} : { before: String(before) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const jobsQuery = queryOptions({
  queryKey: adminQueryKey('jobs'),
  queryFn: apiQueryFn<typeof listJobs>('GET /api/admin/jobs', {}),
  staleTime: 0,
  refetchInterval: 10_000,
})

/**
 * Counts the content that would be deleted along with a user. The query key is not under `adminQueryKey`, so that the
 * count is not refetched after the deletion.
 */
export const userContentQuery = (id: number) =>
  queryOptions({
    queryKey: userContentKey(id),
    queryFn: apiQueryFn<typeof countUserContent>('GET /api/admin/users/:id/belongings', { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  })
