import type { FastifyInstance } from 'fastify'
import { getCurrentUser } from '#core/current-user.ts'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { serveEndpoint } from '#server/http/serve-endpoint.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { toRateLimitAddress } from '#server/limits/rate-limit-address.ts'
import { normalizeEmail } from '#server/mail/email-address.ts'
import { clearSessionCookie, setSessionCookie } from '#server/session/session-cookie.ts'
import * as contract from '../contract.ts'
import { isAdminCodeAccepted, redeemAdminCode } from './admin-code.ts'
import { changePassword } from './change-password.ts'
import { endBrowserSessions, endSessions } from './end-sessions.ts'
import { exchangeIdToken } from './exchange-id-token.ts'
import { setUpIdentityProvider } from './identity-provider.ts'
import { readInvitation } from './invitations.ts'
import { ratePassword } from './provider/password-rules.ts'
import { requireCurrentUser } from './require-current-user.ts'
import { selectUserSessions } from './session-query.ts'

/**
 * Serves the page that the sign-in popup shows until the provider's page loads. It sends the same opener policy as
 * the provider's page, because Safari gives an empty popup its opener's policy, and a page with a different policy
 * would lose its opener.
 */
const servePopupPlaceholder = (app: FastifyInstance): void => {
  app.get(paths.signInOpening, { schema: { hide: true } }, async (_request, reply) => {
    reply.raw.setHeader('cross-origin-opener-policy', 'unsafe-none')
    return reply.sendProviderPage(200, { page: 'opening' })
  })
}

export const identityRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const { providerId, providerName } = config.oidc
  const limit = { windowSeconds: 3_600, scale: config.rateLimitScale }
  const identity = setUpIdentityProvider(app, sql, config)
  servePopupPlaceholder(app)

  serveEndpoint(app, contract.getSignInSettings, async () => {
    const { issuer, clientId, tokenEndpoint, isEmbedded } = identity
    return {
      providerId,
      providerName,
      authority: issuer.issuer,
      clientId,
      tokenEndpoint,
      isEmbedded,
      signUpQuestion: config.signUp.question,
    }
  })

  serveEndpoint(app, contract.exchangeToken, async ({ params, body, request, reply }) => {
    if (params.provider !== providerId) throw new HttpError('not-found')
    const parts = { sql, config, identity, log: app.log }
    const { userId, token } = await exchangeIdToken(parts, {
      ...body,
      address: request.ip,
      invitation: readInvitation(request, config),
      userAgent: request.headers['user-agent'] ?? '',
      previous: request.sessionHash,
    })
    request.signedInMember = userId
    if (token !== null) setSessionCookie(reply, config.publicUrl, token)
    return requireCurrentUser(sql, userId)
  })

  serveEndpoint(app, getCurrentUser, ({ member }) => requireCurrentUser(sql, member.id))

  serveEndpoint(app, contract.signOut, async ({ request, reply }) => {
    if (request.sessionHash) {
      await consumeAddressRateLimit(sql, { key: 'sign-out', ip: request.ip, max: 600, ...limit })
      await endBrowserSessions({ sql, config }, { tokenHash: request.sessionHash })
    }
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })

  serveEndpoint(app, contract.listSessions, async ({ member, request }) =>
    selectUserSessions(sql, member.id, request.sessionHash),
  )

  serveEndpoint(app, contract.endOtherSessions, async ({ member, request }) => ({
    ended: await sql.begin((tx) => endSessions(tx, config, member.id, request.sessionHash)),
  }))

  serveEndpoint(app, contract.endSession, async ({ member, params }) => {
    if (!(await endBrowserSessions({ sql, config }, { id: params.id, userId: member.id })))
      throw new HttpError('session-not-found')
    return {}
  })

  serveEndpoint(app, contract.checkRecentSignIn, async () => ({}))

  serveEndpoint(app, contract.getAdminCodeStatus, async () => ({
    isWanted: await isAdminCodeAccepted({ sql, config }),
  }))

  serveEndpoint(app, contract.redeemAdminCode, async ({ member, body, request }) => {
    const attempt = { userId: member.id, code: body.code, address: request.ip }
    await redeemAdminCode({ sql, config, log: app.log }, attempt)
    return {}
  })

  serveEndpoint(app, contract.checkPasswordStrength, async ({ body: { password, email, name }, request }) => {
    if (!identity.isEmbedded) throw new HttpError('not-found')
    const owner = { email: normalizeEmail(email), name, siteName: config.siteName }
    const requester = {
      key: toRateLimitAddress(request.ip),
      isTrusted: false,
      isLimited: config.rateLimitScale > 0,
    }
    return ratePassword(password, owner, requester)
  })

  serveEndpoint(app, contract.changePassword, async ({ member, body, request }) => {
    await changePassword({ sql, config }, { userId: member.id, session: request.sessionHash, ...body })
    return {}
  })
}
