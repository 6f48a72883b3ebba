import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { findCurrentUser } from '#features/identity/server/find-current-user.ts'
import { completed, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { mediaBudget } from '#features/media/server/media-budget.ts'
import { completeProfile, getProfile, updateProfile } from '#features/profiles/contract.ts'
import { messages } from '#features/profiles/contract-messages.ts'
import { findProfile, listPostsOf } from '#features/profiles/server/store.ts'
import type { Config } from '#server/config.ts'
import { type Database, readsFor } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import type { KeptFiles } from '#server/media/kept-files.ts'
import { completeProfile as complete, updateProfile as update } from './update-profile.ts'

export const profileRoutes = (
  app: FastifyInstance,
  { database, config, files }: { database: Database; config: Config; files: KeptFiles },
): void => {
  serve(app, getProfile, anyone, async ({ params, query, viewer }) => {
    const sql = readsFor(database, viewer)
    const [profile, posts] = await Promise.all([
      findProfile(sql, params.username),
      listPostsOf(sql, viewer, params.username, query),
    ])
    if (!profile) throw notFound(messages.notFound)
    return { ...profile, createdAt: profile.createdAt.toISOString(), posts }
  })

  const parts = { sql: database.sql, files, budget: mediaBudget(database.sql, config) }
  const limit = { most: 60, seconds: 3_600, scale: config.rateLimitScale }

  serve(app, updateProfile, completed, async ({ viewer, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(parts.sql, { key: `profile:${member.id}`, ...limit })
    await update(parts, member, body)
    return findCurrentUser(parts.sql, member.id)
  })

  serve(app, completeProfile, signedIn, async ({ viewer, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(parts.sql, { key: `profile:${member.id}`, ...limit })
    await complete(parts, member, body)
    return findCurrentUser(parts.sql, member.id)
  })
}
