import type { FastifyInstance } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { withLockedMember } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { normalizeEmailDomain } from '#server/mail/email-address.ts'
import { getOperator, requestAd, sendContactMessage, sendFeedback } from '../contract.ts'
import { insertAdRequest, insertContactMessage, insertFeedback, lockContactSender } from './store.ts'

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

export const contactRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, getOperator, async () => config.operator)
  serveEndpoint(app, sendContactMessage, async ({ viewer, body }) => {
    const email = normalizeEmailDomain(body.email)
    const messageId = await sql.begin(async (tx) => {
      await lockContactSender(tx, email)
      return insertContactMessage(tx, viewer?.id ?? null, { ...body, email })
    })
    if (messageId === null) throw new HttpError('contact-message-already-sent')
    return { id: messageId }
  })
}
