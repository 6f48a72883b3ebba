import type { FastifyInstance } from 'fastify'
import { feedWindowDays, leaderboardParts } from '#core/feed-windows.ts'
import { withoutBlockedMembers } from '#features/members/server/blocks-query.ts'
import {
  selectRankedContributor,
  selectRecentContributors,
  selectTopContributors,
} from '#features/members/server/contributors-query.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { getLeaderboard } from '../contract-leaderboard.ts'

export const leaderboardRoutes = (app: FastifyInstance): void => {
  serveEndpoint(app, getLeaderboard, ({ query: { window, limit }, viewer, read }) =>
    read(async (sql) => {
      const viewerId = viewer?.id ?? null
      if (window !== 'all') {
        const period = { days: feedWindowDays[window], parts: leaderboardParts[window] }
        const leaderboard = await selectRecentContributors(sql, period, limit, viewerId)
        return { ...leaderboard, topUsers: await withoutBlockedMembers(sql, viewer, leaderboard.topUsers) }
      }
      const [topUsers, currentUser] = await Promise.all([
        selectTopContributors(sql, limit),
        viewerId === null ? null : selectRankedContributor(sql, viewerId),
      ])
      return { topUsers: await withoutBlockedMembers(sql, viewer, topUsers), currentUser }
    }),
  )
}
