import type { FastifyInstance } from 'fastify'
import { limits } from '#core/limits.ts'
import { selectContributor, selectTopContributors } from '#features/members/server/profile-query.ts'
import { serve } from '#server/http/serve.ts'
import { getLeaderboard } from '../contract-leaderboard.ts'

export const leaderboardRoutes = (app: FastifyInstance): void => {
  serve(app, getLeaderboard, ({ viewer, read }) =>
    read(async (sql) => {
      const [topUsers, currentUser] = await Promise.all([
        selectTopContributors(sql, limits.leaderboard),
        viewer ? selectContributor(sql, viewer.id) : null,
      ])
      return { topUsers, currentUser }
    }),
  )
}
