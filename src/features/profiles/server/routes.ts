import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { getProfile, messages } from '#features/profiles/contract.ts'
import { findProfile, listPostsOf } from '#features/profiles/server/store.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'

export const profileRoutes = (app: FastifyInstance, { database }: { database: Database }): void => {
  serve(app, getProfile, anyone, async ({ params, query, viewer }) => {
    const sql = readsFor(database, viewer)
    const [profile, posts] = await Promise.all([
      findProfile(sql, params.username),
      listPostsOf(sql, viewer, params.username, query),
    ])
    if (!profile) throw notFound(messages.notFound)
    return { ...profile, createdAt: profile.createdAt.toISOString(), posts }
  })
}
