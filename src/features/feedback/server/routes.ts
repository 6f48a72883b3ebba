import type { FastifyInstance } from 'fastify'
import { conflict } from '#core/failure.ts'
import { sendFeedback } from '#features/feedback/contract.ts'
import { messages } from '#features/feedback/contract-messages.ts'
import { active, memberOf } from '#features/identity/server/guards.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { insertFeedback } from './store.ts'

export const feedbackRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, sendFeedback, active, async ({ viewer, body }) => {
    const { id } = memberOf(viewer)
    const limit = { most: 10, seconds: 86_400, scale: config.rateLimitScale }
    await takeFromLimit(sql, { key: `feedback:${id}`, ...limit })
    const feedbackId = await insertFeedback(sql, id, body.content)
    if (feedbackId === null) throw conflict(messages.again)
    return { id: feedbackId }
  })
}
