import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import * as contract from '../contract-invitations.ts'
import { endInvitationRow, selectInvitations, selectInviter } from './invitation-query.ts'
import { canInvite, createInvitation, hashInvitation, setInvitationCookie } from './invitations.ts'
import { addFormBodyParser } from './provider/form-body.ts'

type LinkRequest = FastifyRequest<{ Params: { token?: string } }>

/** Registers a member's invitations, and the page to which their links lead. */
export const invitationRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  serveEndpoint(app, contract.listInvitations, async ({ member }) => ({
    isOffered: config.signUp.mode === 'invitation',
    canInvite: canInvite(config, member),
    invitations: await selectInvitations(sql, member.id),
  }))
  serveEndpoint(app, contract.createInvitation, async ({ member, body }) => ({
    url: await createInvitation({ sql, config }, member, body),
  }))
  serveEndpoint(app, contract.endInvitation, async ({ member, params }) => {
    if (!(await endInvitationRow(sql, member.id, params.id))) throw new HttpError('invitation-not-found')
    return {}
  })

  const options = { schema: { hide: true } }
  const path = paths.invitation(':token?')
  /** Returns the inviter's name; null if nobody can join with the link. */
  const findInviter = async ({ ip }: LinkRequest, token: string): Promise<string | null> => {
    const limit = { max: 120, windowSeconds: 3_600, scale: config.rateLimitScale }
    await consumeAddressRateLimit(sql, { key: 'invitation-link', ip, ...limit })
    const tokenHash = config.signUp.mode === 'invitation' && hashInvitation(token)
    return tokenHash ? selectInviter(sql, tokenHash) : null
  }
  const sendEnded = (reply: FastifyReply) =>
    reply.sendProviderPage(410, {
      page: 'message',
      title: 'This invitation no longer works',
      text: 'It is not complete, has ended or has been used up. Ask the member who sent it for another.',
    })
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    addFormBodyParser(scope)
    scope.get(path, options, async (request: LinkRequest, reply) => {
      const { token = '' } = request.params
      const inviter = await findInviter(request, token)
      if (inviter === null) return sendEnded(reply)
      return reply.sendProviderPage(200, { page: 'invitation', token, inviter })
    })
    // Opening the link changes nothing, because programs open links to show a preview.
    scope.post(path, options, async (request: LinkRequest, reply) => {
      const { token = '' } = request.params
      if ((await findInviter(request, token)) === null) return sendEnded(reply)
      setInvitationCookie(reply, config, token)
      return reply.redirect(paths.home, 303)
    })
  })
}
