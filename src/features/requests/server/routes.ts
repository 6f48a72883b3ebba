import type { FastifyInstance } from 'fastify'
import { conflict } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { topicSlug } from '#core/slugs.ts'
import { findTopicName } from '#features/topics/server/topics-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serve } from '#server/http/serve.ts'
import { consumeRateLimit } from '#server/limits/rate-limit.ts'
import { requireActive, requireMember } from '#server/session/guards.ts'
import { requestAd, requestTopic, sendFeedback } from '../contract.ts'
import { adMessages, feedbackMessages, topicRequestMessages } from '../contract-messages.ts'
import { insertAdRequest, insertFeedback, insertTopicRequest } from './store.ts'

export const topicRequestRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, requestTopic, requireActive, async ({ viewer, body }) => {
    const { id: userId } = requireMember(viewer)
    const limit = { max: 10, windowSeconds: 86_400, scale: config.rateLimitScale }
    await consumeRateLimit(sql, { key: `topic-request:${userId}`, ...limit })
    const existing = await findTopicName(sql, topicSlug(body.name))
    if (existing !== null) {
      const message = topicRequestMessages.topicExists(existing)
      throw conflict(message, { conflictUrl: paths.topic(existing) })
    }
    const id = await insertTopicRequest(sql, userId, body)
    if (id === null) throw conflict(topicRequestMessages.alreadyRequested, { field: 'name' })
    return { id }
  })
}

export const adRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, requestAd, requireActive, async ({ viewer, body }) => {
    const { id } = requireMember(viewer)
    const limit = { max: 5, windowSeconds: 86_400, scale: config.rateLimitScale }
    await consumeRateLimit(sql, { key: `ad-request:${id}`, ...limit })
    const requestId = await insertAdRequest(sql, id, body)
    if (requestId === null) throw conflict(adMessages.alreadySent)
    return { id: requestId }
  })
}

export const feedbackRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serve(app, sendFeedback, requireActive, async ({ viewer, body }) => {
    const { id } = requireMember(viewer)
    const limit = { max: 10, windowSeconds: 86_400, scale: config.rateLimitScale }
    await consumeRateLimit(sql, { key: `feedback:${id}`, ...limit })
    const feedbackId = await insertFeedback(sql, id, body.content)
    if (feedbackId === null) throw conflict(feedbackMessages.alreadySent)
    return { id: feedbackId }
  })
}
