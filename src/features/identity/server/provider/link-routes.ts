import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECRET_TOKEN } from '#core/secret-token.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { addFormBodyParser, parseFormBody } from './form-body.ts'
import { findKnownDevice } from './known-device.ts'
import { verifyCredentials } from './local-accounts.ts'
import { confirmEmail, findConfirmationLink, isResetLinkValid, resetPassword } from './use-account-link.ts'

type LinkRequest = FastifyRequest<{ Params: { token: string } }>

const MAX_POSTS = 60
const HOUR_SECONDS = 3_600

/** Registers the pages that one-time links lead to. They work in any browser, even if no sign-in is in progress. */
export const accountLinkRoutes = (
  scope: FastifyInstance,
  { sql, config }: { sql: Sql; config: Config },
): void => {
  addFormBodyParser(scope)
  const options = { schema: { hide: true } }
  const submission = { ...options, config: { isSecurityEvent: true } }
  const limit = ({ ip }: FastifyRequest) =>
    consumeAddressRateLimit(sql, {
      key: 'account-link',
      ip,
      max: MAX_POSTS,
      windowSeconds: HOUR_SECONDS,
      scale: config.rateLimitScale,
    })
  const sendMessage = (reply: FastifyReply, status: number, title: string, text: string) =>
    reply.sendProviderPage(status, { page: 'message', title, text })
  const sendEnded = (reply: FastifyReply, ending: string) =>
    sendMessage(reply, 410, 'This link no longer works', ending)

  scope.addHook('preHandler', async (request, reply) => {
    // Mail programs may cut a link, or add a full stop to it.
    if (SECRET_TOKEN.test((request as FastifyRequest<{ Params: { token?: string } }>).params.token ?? ''))
      return
    return sendMessage(
      reply,
      404,
      'This link is not complete',
      'Open it in the email again, or copy all of it from where you have it.',
    )
  })

  scope.get('/identity/reset/:token?', options, async ({ params: { token } }: LinkRequest, reply) =>
    (await isResetLinkValid(sql, token))
      ? reply.sendProviderPage(200, { page: 'reset-password', token, errors: {} })
      : sendEnded(reply, RESET_ENDED),
  )
  scope.post('/identity/reset/:token?', submission, async (request: LinkRequest, reply) => {
    await limit(request)
    const { token } = request.params
    const { password } = parseFormBody(request.body)
    const requester = {
      key: toRateLimitAddress(request.ip),
      isTrusted: false,
      isLimited: config.rateLimitScale > 0,
    }
    const result = await resetPassword({ sql, config }, { token, password, requester })
    if (result === 'expired') return sendEnded(reply, RESET_ENDED)
    if (result)
      return reply.sendProviderPage(400, {
        page: 'reset-password',
        token,
        errors: { password: result.error },
      })
    const text = 'You can sign in with your new password now. Every browser has been signed out.'
    return sendMessage(reply, 200, 'Password changed', text)
  })

  if (!config.mail) return
  const findPageParts = async (request: LinkRequest) => {
    const { token } = request.params
    const link = await findConfirmationLink(sql, token)
    if (!link) return null
    const device = await findKnownDevice({ sql, config }, request, link.subject)
    return {
      page: 'confirm-email' as const,
      token,
      email: link.email,
      subject: link.subject,
      device,
      needsPassword: device === null,
    }
  }
  scope.get('/identity/confirm/:token?', options, async (request: LinkRequest, reply) => {
    const parts = await findPageParts(request)
    return parts ? reply.sendProviderPage(200, { ...parts, errors: {} }) : sendEnded(reply, CONFIRM_ENDED)
  })
  scope.post('/identity/confirm/:token?', submission, async (request: LinkRequest, reply) => {
    await limit(request)
    const parts = await findPageParts(request)
    if (!parts) return sendEnded(reply, CONFIRM_ENDED)
    const { email, subject, device, needsPassword } = parts
    const { password } = parseFormBody(request.body)
    if (needsPassword) {
      const account = await verifyCredentials({ sql, config }, { email, password, request })
      if (account?.subject !== subject)
        return reply.sendProviderPage(400, { ...parts, errors: { form: 'Incorrect password' } })
    }
    const confirmation = { token: parts.token, session: request.sessionHash, device }
    if (!(await confirmEmail({ sql, config }, confirmation))) return sendEnded(reply, CONFIRM_ENDED)
    const text = `${email} is confirmed. Every other browser has been signed out.`
    return sendMessage(reply, 200, 'Email confirmed', text)
  })
}

const RESET_ENDED = 'It has been used or replaced by a newer one, or it is more than an hour old.'
const CONFIRM_ENDED =
  'It has been used or replaced by a newer one, or it is more than three days old. Sign in again to get a new one.'
