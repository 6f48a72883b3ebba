import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import { active, memberOf, signedIn } from '#features/identity/server/guards.ts'
import { castVote as castEndpoint, getVote, messages } from '#features/votes/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { castVote } from './cast-vote.ts'
import { findVote } from './store.ts'

export const voteRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const limit = { most: 600, seconds: 3_600, scale: config.rateLimitScale }

  serve(app, castEndpoint, active, async ({ viewer, body }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `vote:${member.id}`, ...limit })
    return castVote(sql, member, body)
  })

  serve(app, getVote, signedIn, async ({ viewer, params }) => {
    const value = await findVote(sql, memberOf(viewer), params.id)
    if (value === null) throw notFound(messages.notFound)
    return { value }
  })
}
