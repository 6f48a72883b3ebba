import type { FastifyInstance } from 'fastify'
import { completed, memberOf } from '#features/identity/server/guards.ts'
import { messages } from '#features/posts/contract.ts'
import { revealPost } from '#features/reveals/contract.ts'
import { cannotTakePart } from '#features/visibility/server/can-see-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { revealFor } from './store.ts'

export const revealRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const limit = { most: 3_000, seconds: 3_600, scale: config.rateLimitScale }

  serve(app, revealPost, completed, async ({ viewer, body: { postId } }) => {
    const member = memberOf(viewer)
    await takeFromLimit(sql, { key: `reveal:${member.id}`, ...limit })
    const prompt = await revealFor(sql, member, postId)
    if (prompt === null) throw await cannotTakePart(sql, member, postId, messages.notFound)
    return { postId, prompt }
  })
}
