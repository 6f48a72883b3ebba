import type { FastifyInstance } from 'fastify'
import { limits } from '#core/limits.ts'
import { selectContributor, selectTopContributors } from '#features/members/server/profile-query.ts'
import { type Database, readSqlFor } from '#server/database/connect.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import { getLeaderboard } from '../contract.ts'

export const leaderboardRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, getLeaderboard, allowAnyone, async ({ viewer }) => {
    const sql = readSqlFor(database, viewer)
    const [topUsers, currentUser] = await Promise.all([
      selectTopContributors(sql, limits.leaderboard),
      viewer ? selectContributor(sql, viewer.id) : null,
    ])
    return { topUsers, currentUser }
  })
}
