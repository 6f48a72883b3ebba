import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api-client.ts'
import { registerStatsQuery } from '#web/invalidate-stats.ts'
import { getLeaderboard } from '../contract.ts'

const STALE_MS = 5 * 60_000
const KEY = ['leaderboard']

registerStatsQuery({ queryKey: KEY })

/** The top 50 contributors and the member's own figures (docs/spec/counting.md#leaderboard). */
export const leaderboardQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => call(getLeaderboard, {}),
  staleTime: STALE_MS,
})
