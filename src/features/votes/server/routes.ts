import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/http-error.ts'
import { countPostVotes } from '#features/posts/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import {
  requireActive,
  requireCompletedProfile,
  requireMember,
  requireSignedIn,
} from '#server/session/guards.ts'
import { castVote as castEndpoint, getVote, messages } from '../contract.ts'
import { castVote } from './cast-vote.ts'
import { countVotesForOwner } from './count-votes.ts'
import { selectVote } from './store.ts'

export const voteRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const limit = { max: 600, windowSeconds: 3_600, scale: config.rateLimitScale }

  serve(app, castEndpoint, requireActive, async ({ viewer, body }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `vote:${member.id}`, ...limit })
    return castVote(sql, member, body)
  })

  serve(app, getVote, requireSignedIn, async ({ viewer, params }) => {
    const value = await selectVote(sql, requireMember(viewer), params.id)
    if (value === null) throw notFound(messages.notFound)
    return { value }
  })

  serve(app, countPostVotes, requireCompletedProfile, async ({ viewer, params }) => ({
    count: await countVotesForOwner(sql, requireMember(viewer), params.id),
  }))
}
