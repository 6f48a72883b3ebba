import { queryOptions } from '@tanstack/react-query'
import type { LeaderboardWindow } from '#core/feed-windows.ts'
import { limits } from '#core/limits.ts'
import { apiQueryFn } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getLeaderboard } from '../../contract-leaderboard.ts'

const STALE_MS = 5 * 60_000
declare module '#web/query-key.ts' {
  interface CachedLists {
    /** Rankings and members' totals. They change with votes, comments and bookmarks. */
    stats: true
  }
}

const leaderboardKey = defineQueryKey('leaderboard', { invalidatedBy: { stats: 'active', posts: 'none' } })

/** Fetches the top contributors, and the member's own totals and rank (docs/spec/counting.md#leaderboard). */
export const leaderboardQuery = (window: LeaderboardWindow, limit: number = limits.leaderboard) =>
  queryOptions({
    queryKey: leaderboardKey(window, limit),
    queryFn: apiQueryFn<typeof getLeaderboard>('GET /api/leaderboard', { query: { window, limit } }),
    staleTime: STALE_MS,
  })

/** Fetches the contributors that the home page shows. */
export const topContributorsQuery = leaderboardQuery('all', 5)
