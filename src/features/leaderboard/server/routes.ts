import type { FastifyInstance } from 'fastify'
import { limits } from '#core/limits.ts'
import { getLeaderboard } from '#features/leaderboard/contract.ts'
import { findContributor, listTopContributors } from '#features/leaderboard/server/store.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const leaderboardRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, getLeaderboard, anyone, async ({ viewer }) => {
    const sql = readsFor(database, viewer)
    const [topUsers, currentUser] = await Promise.all([
      listTopContributors(sql, limits.leaderboard),
      viewer ? findContributor(sql, viewer.id) : null,
    ])
    return { topUsers, currentUser }
  })
}
