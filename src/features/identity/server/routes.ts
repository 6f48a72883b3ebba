import type { FastifyInstance } from 'fastify'
import { notFound } from '#core/failure.ts'
import {
  changePassword,
  checkPassword,
  checkRecentSignIn,
  endOtherSessions,
  endSession,
  exchangeToken,
  getAdminCode,
  getMe,
  getSignInSettings,
  listSessions,
  messages,
  redeemAdminCode,
  signOut,
} from '#features/identity/contract.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { anyone, serve } from '#server/http/serve.ts'
import { limitedAddress, takeFromAddressLimit, takeFromLimit } from '#server/limits/take-from-limit.ts'
import { clearSessionCookie, setSessionCookie } from '#server/session/write-session.ts'
import { isAdminCodeWanted, redeemAdminCode as redeem } from './admin-code.ts'
import { changePassword as applyPasswordChange } from './change-password.ts'
import { endBrowser, endSessions } from './end-sessions.ts'
import { exchange } from './exchange.ts'
import { findCurrentUser } from './find-current-user.ts'
import { completed, memberOf, signedIn } from './guards.ts'
import { openIdentity } from './identity.ts'
import { serveOpeningPage } from './opening-page.ts'
import { normalEmail } from './provider/local-accounts.ts'
import { checkNewPassword } from './provider/password-rules.ts'
import { requireRecentSignIn } from './recent-sign-in.ts'
import { listSessionsOf } from './session-query.ts'
import { sweepRegularly } from './sweep.ts'

export const identityRoutes = (
  app: FastifyInstance,
  { database: { sql }, config }: { database: Database; config: Config },
): void => {
  const { providerId, providerName } = config.oidc
  const limit = { seconds: 3_600, scale: config.rateLimitScale }
  const identity = openIdentity(app, sql, config)
  sweepRegularly(app, sql, app.log)
  serveOpeningPage(app, config.siteName)

  serve(app, getSignInSettings, anyone, async () => {
    const { issuer, clientId, tokenEndpoint, isEmbedded } = identity
    return { providerId, providerName, authority: issuer.issuer, clientId, tokenEndpoint, isEmbedded }
  })

  serve(app, exchangeToken, anyone, async ({ params, body, request, reply }) => {
    if (params.provider !== providerId) throw notFound()
    const parts = { sql, config, identity, log: app.log }
    const { userId, token } = await exchange(parts, {
      ...body,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      previous: request.sessionHash,
    })
    if (token !== null) setSessionCookie(reply, config.publicUrl, token)
    return findCurrentUser(sql, userId)
  })

  serve(app, getMe, signedIn, ({ viewer }) => findCurrentUser(sql, memberOf(viewer).id))

  serve(app, signOut, anyone, async ({ request, reply }) => {
    if (request.sessionHash) {
      await takeFromAddressLimit(sql, { key: 'sign-out', ip: request.ip, most: 600, ...limit })
      await endBrowser({ sql, config }, { tokenHash: request.sessionHash })
    }
    clearSessionCookie(reply, config.publicUrl)
    return {}
  })

  serve(app, listSessions, signedIn, async ({ viewer, request }) => {
    const rows = await listSessionsOf(sql, memberOf(viewer).id, request.sessionHash)
    return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
  })

  serve(app, endOtherSessions, signedIn, async ({ viewer, request }) => {
    const { id } = memberOf(viewer)
    await takeFromLimit(sql, { key: `end-sessions:${id}`, most: 60, ...limit })
    await requireRecentSignIn(sql, request.sessionHash)
    return { ended: await sql.begin((tx) => endSessions(tx, config, id, request.sessionHash)) }
  })

  serve(app, endSession, signedIn, async ({ viewer, params, request }) => {
    const userId = memberOf(viewer).id
    await takeFromLimit(sql, { key: `end-sessions:${userId}`, most: 60, ...limit })
    await requireRecentSignIn(sql, request.sessionHash)
    if (!(await endBrowser({ sql, config }, { id: params.id, userId }))) throw notFound(messages.noSession)
    return {}
  })

  serve(app, checkRecentSignIn, signedIn, async ({ request }) => {
    await requireRecentSignIn(sql, request.sessionHash)
    return {}
  })

  serve(app, getAdminCode, signedIn, async () => ({ isWanted: await isAdminCodeWanted({ sql, config }) }))

  serve(app, redeemAdminCode, completed, async ({ viewer, body, request }) => {
    const attempt = { userId: memberOf(viewer).id, code: body.code, address: request.ip }
    await redeem({ sql, config, log: app.log }, attempt)
    return {}
  })

  serve(app, checkPassword, anyone, async ({ body: { password, email, name }, viewer, request }) => {
    if (!identity.isEmbedded) throw notFound()
    const key = `password-strength:${viewer ? viewer.id : limitedAddress(request.ip)}`
    await takeFromLimit(sql, { key, most: 100, seconds: 60, scale: config.rateLimitScale })
    return checkNewPassword(password, { email: normalEmail(email), name, siteName: config.siteName })
  })

  serve(app, changePassword, completed, async ({ viewer, body, request }) => {
    const userId = memberOf(viewer).id
    await requireRecentSignIn(sql, request.sessionHash)
    await applyPasswordChange({ sql, config }, { userId, session: request.sessionHash, ...body })
    return {}
  })
}
