import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { toTopicSlug } from '#core/slugs.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import { selectTopicName } from '#features/topics/server/topics-query.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { normalizeEmailDomain } from '#server/mail/email-address.ts'
import { requestAd, requestTopic, sendFeedback } from '../contract.ts'
import { topicRequestMessages } from '../contract-messages.ts'
import { insertAdRequest, insertFeedback, insertTopicRequest } from './store.ts'

export const topicRequestRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, requestTopic, async ({ member, body }) => {
    const existing = await selectTopicName(sql, toTopicSlug(body.name))
    if (existing !== null) {
      const message = topicRequestMessages.topicExists(existing)
      throw new HttpError('topic-exists', { message, conflictUrl: paths.topic(existing) })
    }
    const id = await withLockedMember(sql, member.id, (tx) => insertTopicRequest(tx, member.id, body))
    if (id === null) throw new HttpError('topic-already-requested', { field: 'name' })
    return { id }
  })
}

export const adRequestRoutes = (
  app: FastifyInstance,
  { database: { sql } }: { database: Database },
): void => {
  serveEndpoint(app, requestAd, async ({ member, body }) => {
    const requestId = await withLockedMember(sql, member.id, (tx) =>
      insertAdRequest(tx, member.id, { ...body, email: normalizeEmailDomain(body.email) }),
    )
    if (requestId === null) throw new HttpError('ad-request-already-sent')
    return { id: requestId }
  })
}

export const feedbackRoutes = (app: FastifyInstance, { database: { sql } }: { database: Database }): void => {
  serveEndpoint(app, sendFeedback, async ({ member, body }) => {
    const feedbackId = await withLockedMember(sql, member.id, (tx) =>
      insertFeedback(tx, member.id, body.content),
    )
    if (feedbackId === null) throw new HttpError('feedback-already-sent')
    return { id: feedbackId }
  })
}
