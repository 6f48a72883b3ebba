import { queryOptions } from '@tanstack/react-query'
import { getLeaderboard } from '#features/leaderboard/contract.ts'
import { call } from '#web/call.ts'

const FIVE_MINUTES = 5 * 60_000

/** The top 50 contributors, and where the member stands (section 9). */
export const leaderboardQuery = queryOptions({
  queryKey: ['leaderboard'],
  queryFn: () => call(getLeaderboard, {}),
  staleTime: FIVE_MINUTES,
})
