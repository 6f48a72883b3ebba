import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import { findCurrentUser } from '#features/identity/server/find-current-user.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import { findProfile } from '#features/members/server/profile-query.ts'
import type { Config } from '#server/config.ts'
import { type Database, readSqlFor } from '#server/database/connect.ts'
import { allowAnyone, serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import type { FileStore } from '#server/media/file-store.ts'
import { requireCompletedProfile, requireMember, requireSignedIn } from '#server/session/guards.ts'
import { completeProfile, getProfile, updateProfile } from '../contract.ts'
import { messages } from '../contract-messages.ts'
import { listUserPosts } from './store.ts'
import { completeProfile as complete, updateProfile as update } from './update-profile.ts'

export const profileRoutes = (
  app: FastifyInstance,
  { database, config, files }: { database: Database; config: Config; files: FileStore },
): void => {
  serve(app, getProfile, allowAnyone, async ({ params, query, viewer }) => {
    const sql = readSqlFor(database, viewer)
    const [profile, posts] = await Promise.all([
      findProfile(sql, params.username),
      listUserPosts(sql, viewer, params.username, query),
    ])
    if (!profile) throw notFound(messages.notFound)
    return { ...profile, createdAt: profile.createdAt.toISOString(), posts }
  })

  const parts = { sql: database.sql, files, budget: createMediaBudget(database.sql, config) }
  const limit = { max: 60, windowSeconds: 3_600, scale: config.rateLimitScale }

  serve(app, updateProfile, requireCompletedProfile, async ({ viewer, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(parts.sql, { key: `profile:${member.id}`, ...limit })
    await update(parts, member, body)
    return findCurrentUser(parts.sql, member.id)
  })

  serve(app, completeProfile, requireSignedIn, async ({ viewer, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(parts.sql, { key: `profile:${member.id}`, ...limit })
    await complete(parts, member, body)
    return findCurrentUser(parts.sql, member.id)
  })
}
