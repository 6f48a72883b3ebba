import type { FastifyInstance } from 'fastify'
import { conflict } from '#core/failure.ts'
import { paths } from '#core/paths.ts'
import { topicSlug } from '#core/slugs.ts'
import { active, memberOf } from '#features/identity/server/guards.ts'
import { requestTopic } from '#features/topic-requests/contract.ts'
import { messages } from '#features/topic-requests/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { takeFromLimit } from '#server/limits/take-from-limit.ts'
import { findTopicName, insertRequest } from './store.ts'

export const topicRequestRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, requestTopic, active, async ({ viewer, body }) => {
    const { id: userId } = memberOf(viewer)
    const limit = { most: 10, seconds: 86_400, scale: config.rateLimitScale }
    await takeFromLimit(sql, { key: `topic-request:${userId}`, ...limit })
    const existing = await findTopicName(sql, topicSlug(body.name))
    if (existing !== null) {
      const message = messages.exists(existing)
      throw conflict(message, { conflictUrl: paths.topic(existing) })
    }
    const id = await insertRequest(sql, userId, body)
    if (id === null) throw conflict(messages.requested, { field: 'name' })
    return { id }
  })
}
