import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireCompletedProfile, requireMember } from '#server/session/guards.ts'
import { messages } from '../contract.ts'
import { revealPost } from '../contract-reveals.ts'
import { insertReveal } from './store.ts'
import { participationError } from './visibility-query.ts'

export const revealRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const limit = { max: 3_000, windowSeconds: 3_600, scale: config.rateLimitScale }

  serve(app, revealPost, requireCompletedProfile, async ({ viewer, body: { postId } }) => {
    const member = requireMember(viewer)
    await consumeRateLimit(sql, { key: `reveal:${member.id}`, ...limit })
    const prompt = await insertReveal(sql, member, postId)
    if (prompt === null) throw await participationError(sql, member, postId, messages.notFound)
    return { postId, prompt }
  })
}
