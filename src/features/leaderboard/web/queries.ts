import { queryOptions } from '@tanstack/react-query'
import { getLeaderboard } from '#features/leaderboard/contract.ts'
import { call } from '#web/call.ts'

const STALE_MS = 5 * 60_000

/** The top 50 contributors and the member's own figures (docs/spec/counting.md#leaderboard). */
export const leaderboardQuery = queryOptions({
  queryKey: ['leaderboard'],
  queryFn: () => call(getLeaderboard, {}),
  staleTime: STALE_MS,
})
