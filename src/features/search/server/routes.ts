import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { limitedAddress, takeFromLimit } from '#server/limits/take-from-limit.ts'
import { searchPosts } from '../contract.ts'
import { searchPostsFor } from './search-posts.ts'

export const searchRoutes = (
  app: FastifyInstance,
  { database, config }: { database: Database; config: Config },
) => {
  const limit = { most: 600, seconds: 600, scale: config.rateLimitScale }

  // Visitors' answers that are kept cost nothing, and are not counted.
  serve(app, searchPosts, anyone, async ({ query, viewer, request }) => {
    const key = viewer ? `search::${viewer.id}` : `search:${limitedAddress(request.ip)}`
    await takeFromLimit(database.sql, { key, ...limit })
    return searchPostsFor(database, viewer, query)
  })
}
