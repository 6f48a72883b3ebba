import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { listBlockedMembers } from '../../contract-blocks.ts'
import type { listMutes } from '../../contract-mutes.ts'

const mutesKey = defineQueryKey('mutes')

/** What the current user has muted. */
export const mutesQuery = queryOptions({
  queryKey: mutesKey(),
  queryFn: apiQueryFn<typeof listMutes>('GET /api/user/mutes', {}),
})

const blockedMembersKey = defineQueryKey('blocked-members')

/** The members whom the current user blocks, page by page. */
export const blockedMembersQuery = infiniteQueryOptions({
  queryKey: blockedMembersKey(),
  queryFn: ({ pageParam, meta }: { pageParam: number | null; meta?: Record<string, unknown> | undefined }) =>
    apiQueryFn<typeof listBlockedMembers>('GET /api/user/blocked-members', {
      query: pageParam === null ? {} : { before: pageParam },
    })({ meta }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ before }) => before,
})
