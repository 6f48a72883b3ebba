import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { deleteDigest } from './digest-query.ts'
import { verifyUnsubscribeToken } from './unsubscribe-token.ts'

type UnsubscribeRequest = FastifyRequest<{ Params: { token?: string } }>

const MAX_BODY_BYTES = 4 * 1024

/**
 * Registers the page that a digest's unsubscribe link leads to, and the request that mail clients send when
 * the user clicks their built-in unsubscribe button (RFC 8058). Neither needs a session. Opening the link
 * changes nothing, because mail scanners open links.
 */
export const unsubscribeRoutes = (scope: FastifyInstance, parts: { sql: Sql; config: Config }): void => {
  const { sql, config } = parts
  const { siteName } = config
  const options = { schema: { hide: true } }
  const path = paths.unsubscribe(':token?')
  // Bodies are accepted but ignored because the path identifies the member. RFC 8058 allows two content
  // types, and the content is the same for every email.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, _body, done) =>
    done(null),
  )
  const sendInvalid = (reply: FastifyReply) =>
    reply.sendProviderPage(404, {
      page: 'message',
      title: 'This link does not work',
      text: 'Open the link in the email again, or change your settings.',
    })

  scope.get(path, options, async ({ params: { token = '' } }: UnsubscribeRequest, reply) => {
    if ((await verifyUnsubscribeToken(sql, token)) === null) return sendInvalid(reply)
    return reply.sendProviderPage(200, { page: 'unsubscribe', token })
  })

  scope.post(path, options, async ({ params: { token = '' } }: UnsubscribeRequest, reply) => {
    const userId = await verifyUnsubscribeToken(sql, token)
    if (userId === null) return sendInvalid(reply)
    await deleteDigest(sql, userId)
    const text = `You no longer get emails from ${siteName} about unread notifications.`
    return reply.sendProviderPage(200, { page: 'message', title: 'Unsubscribed', text })
  })
}
