import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import { requireCurrentUser } from '#features/identity/server/require-current-user.ts'
import { createMediaBudget } from '#features/media/server/media-budget.ts'
import { canSeeProfile } from '#features/members/policy.ts'
import { isUsernameTaken } from '#features/members/server/members-query.ts'
import { selectPublicProfile } from '#features/members/server/profile-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import type { FileStore } from '#server/media/file-store.ts'
import * as contract from '../contract.ts'
import { hiddenProfile } from '../suspended-profile.ts'
import { type ContributionCounts, contributionCountColumns, selectUserPosts } from './store.ts'
import { completeProfile, updateProfile } from './update-profile.ts'

export const profileRoutes = (
  app: FastifyInstance,
  { database, config, files }: { database: Database; config: Config; files: FileStore },
): void => {
  serveEndpoint(app, contract.getProfile, async ({ params, query, viewer, read }) => {
    const [profile, posts] = await read((sql) =>
      Promise.all([
        selectPublicProfile<ContributionCounts>(sql, viewer, params.username, contributionCountColumns(sql)),
        selectUserPosts(sql, viewer, params.username, query),
      ]),
    )
    if (!profile) throw new HttpError('user-not-found')
    return canSeeProfile(viewer, profile) ? { ...profile, posts } : { ...profile, ...hiddenProfile }
  })

  const parts = { sql: database.sql, files, budget: createMediaBudget(database.sql, config) }

  serveEndpoint(app, contract.updateProfile, async ({ member, body }) => {
    await updateProfile(parts, member, body)
    return requireCurrentUser(parts.sql, member.id)
  })

  serveEndpoint(app, contract.checkUsername, async ({ member, query: { username } }) => ({
    isAvailable: !isReservedUsername(username) && !(await isUsernameTaken(database.sql, username, member.id)),
  }))

  serveEndpoint(app, contract.completeProfile, async ({ member, body }) => {
    await completeProfile(parts, member, body)
    return requireCurrentUser(parts.sql, member.id)
  })
}
