import { queryOptions } from '@tanstack/react-query'
import type { LeaderboardWindow } from '#core/feed-windows.ts'
import { call } from '#web/api-client.ts'
import { defineQueryKey } from '#web/query-key.ts'
import type { getLeaderboard } from '../../contract-leaderboard.ts'

const STALE_MS = 5 * 60_000
declare module '#web/query-key.ts' {
  interface Collections {
    /** Rankings and members' figures, which votes, comments and bookmarks change. */
    stats: true
  }
}

const leaderboardKey = defineQueryKey('leaderboard', { invalidatedBy: { stats: 'active', posts: 'none' } })

/** The top 50 contributors and the member's own figures and rank (docs/spec/counting.md#leaderboard). */
export const leaderboardQueryFor = (window: LeaderboardWindow) =>
  queryOptions({
    queryKey: leaderboardKey(window),
    queryFn: () =>
      call<typeof getLeaderboard>('GET /api/leaderboard', { query: window === 'all' ? {} : { window } }),
    staleTime: STALE_MS,
  })

/** The leaderboard of all time. */
export const leaderboardQuery = leaderboardQueryFor('all')
