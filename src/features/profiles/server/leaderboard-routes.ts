import type { FastifyInstance } from 'fastify'
import { selectContributor, selectTopContributors } from '#features/members/server/profile-query.ts'
import { serve } from '#server/http/serve.ts'
import { getLeaderboard } from '../contract-leaderboard.ts'

export const leaderboardRoutes = (app: FastifyInstance): void => {
  serve(app, getLeaderboard, ({ viewer, query, read }) =>
    read(async (sql) => {
      const [topUsers, currentUser] = await Promise.all([
        selectTopContributors(sql, query.limit),
        viewer ? selectContributor(sql, viewer.id) : null,
      ])
      return { topUsers, currentUser }
    }),
  )
}
