import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { HttpError } from '#core/http-error.ts'
import { type TokenScope, tokenScopes } from '#core/token-scopes.ts'
import type { Member } from '#core/viewer.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { ConnectionRequest } from '../../contract-applications.ts'
import { lockSession } from '../session-query.ts'
import { toAccountId, upsertApplication, upsertConnection } from './application-query.ts'
import { getResources } from './authorization-paths.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { getClientName, getRedirectHost, getVerifiedHost } from './client-metadata.ts'

type Exchange = { request: FastifyRequest; reply: FastifyReply }

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>

const readRequest = async (
  server: AuthorizationServer,
  { request, reply }: Exchange,
  uid: string,
): Promise<{ provider: Provider; interaction: Interaction; client: Client }> => {
  const provider = await server()
  // The cookie says that this browser has opened the request: nobody can be sent to answer somebody else's.
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => null)
  const client = interaction && (await provider.Client.find(String(interaction.params.client_id)))
  if (interaction?.uid !== uid || !client) throw new HttpError('connection-request-expired')
  return { provider, interaction, client }
}

/** Returns the known scopes that the program asks for, and of which the member can have the use. */
const getScopes = ({ params }: Interaction, { isAdmin }: Member): TokenScope[] => {
  const requested = String(params.scope ?? '').split(' ')
  return tokenScopes.filter((scope) => requested.includes(scope) && (scope !== 'admin' || isAdmin))
}

/** Where the member is sent back to. A device that shows a code fetches its access itself and has no host. */
const getHost = ({ params }: Interaction): { host: string; isLocal: boolean } =>
  typeof params.redirect_uri === 'string' ? getRedirectHost(params.redirect_uri) : { host: '', isLocal: true }

export const describeRequest = async (
  server: AuthorizationServer,
  exchange: Exchange,
  { member, uid }: { member: Member; uid: string },
): Promise<ConnectionRequest> => {
  const { interaction, client } = await readRequest(server, exchange, uid)
  return {
    name: getClientName(client),
    verifiedHost: getVerifiedHost(client),
    ...getHost(interaction),
    scopes: getScopes(interaction, member),
  }
}

type Dependencies = { sql: Sql; config: Config; server: AuthorizationServer }

/**
 * Allows or refuses what a program asks for, and returns the address at which the program's request goes on. Throws 409
 * for a request that has expired or that another browser has opened, 403 for a program that an admin has blocked, and
 * 401 if the session has ended in the meantime.
 */
export const answerRequest = async (
  { sql, config, server }: Dependencies,
  exchange: Exchange,
  { member, uid, isAllowed }: { member: Member; uid: string; isAllowed: boolean },
): Promise<string> => {
  const { provider, interaction, client } = await readRequest(server, exchange, uid)
  const finish = (result: Parameters<Provider['interactionResult']>[2]) =>
    provider.interactionResult(exchange.request.raw, exchange.reply.raw, result, {
      mergeWithLastSubmission: false,
    })
  const scopes = isAllowed ? getScopes(interaction, member) : []
  if (scopes.length === 0)
    return finish({ error: 'access_denied', error_description: 'The member has refused the request' })
  await sql.begin(async (tx) => {
    const { sessionHash } = exchange.request
    if (!sessionHash || !(await lockSession(tx, sessionHash))) throw new HttpError('not-signed-in')
    const applicationId = await upsertApplication(tx, {
      clientId: client.clientId,
      name: getClientName(client),
      host: getHost(interaction).host,
      registration: null,
    })
    if (applicationId === null) throw new HttpError('application-blocked')
    await upsertConnection(tx, { userId: member.id, applicationId, scopes })
  })
  const accountId = toAccountId(member.id)
  const grant = new provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope('offline_access')
  // The library knows this scope of its own. What is neither allowed nor refused is asked for again.
  grant.rejectOIDCScope('openid')
  const refused = tokenScopes.filter((scope) => !scopes.includes(scope))
  for (const resource of getResources(config.publicUrl)) {
    grant.addResourceScope(resource, scopes.join(' '))
    if (refused.length) grant.rejectResourceScope(resource, refused.join(' '))
  }
  const grantId = await grant.save()
  return finish({ login: { accountId, remember: false }, consent: { grantId } })
}
