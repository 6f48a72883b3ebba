import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { messages } from '#features/identity/contract.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { findAccountBySubject } from './account-query.ts'
import { postgresAdapter } from './adapter.ts'
import { type ProviderKeys, SIGNING_ALGORITHM } from './keys.ts'
import { endAtOnce } from './log-out.ts'
import { messagePage } from './page.ts'
import { providerCookie } from './provider-cookies.ts'

export const CLIENT_ID = 'prompt-collection'
const SCOPES = 'openid profile email'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

type Parts = { sql: Sql; config: Config; keys: ProviderKeys }

/**
 * One public client, the site itself: PKCE is required, no consent is requested, claims are in the ID token.
 */
export const providerSettings = ({ sql, config, keys }: Parts): Configuration => {
  const { publicUrl, siteName } = config
  const cookie = {
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
    signed: true,
    path: '/identity',
  }
  const show = (ctx: KoaContextWithOIDC, title: string, text: string) => {
    ctx.type = 'html'
    ctx.body = messagePage(siteName, title, text)
  }
  return {
    adapter: postgresAdapter(sql),
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: siteName,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/auth/popup`, `${publicUrl}/auth/callback`],
        post_logout_redirect_uris: [`${publicUrl}/auth/signed-out`],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
        // `auth_time` says when the password was entered; some actions require a recent sign-in.
        require_auth_time: true,
      },
    ],
    jwks: { keys: keys.signing as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: providerCookie(publicUrl, 'identity'),
        interaction: providerCookie(publicUrl, 'identity_step'),
        resume: providerCookie(publicUrl, 'identity_resume'),
      },
      long: cookie,
      short: cookie,
    },
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts the email and the name into the ID token, the only thing that this server reads.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // Browsers send an Origin header to the same-origin token endpoint as well.
    clientBasedCORS: (_, origin) => origin === publicUrl,
    clockTolerance: 5,
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: 14 * DAY_SECONDS,
      Grant: 14 * DAY_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => endAtOnce(ctx, form, siteName),
        postLogoutSuccessSource: (ctx) => show(ctx, 'Signed out', "You've been signed out."),
      },
    },
    interactions: { url: (_, { uid }) => `/identity/interaction/${uid}` },
    renderError: (ctx, { error_description }) =>
      show(ctx, 'Sign-in failed', error_description ?? messages.loginFailedMore),
    findAccount: async (_, subject, token) => {
      const account = await findAccountBySubject(sql, subject)
      if (!account) return undefined
      const { email, name } = account
      // The site stores the session id, to end the provider's session together with its own.
      const sid = token && 'sessionUid' in token ? token.sessionUid : undefined
      const claims = {
        sub: subject,
        ...(sid && { sid }),
        email,
        // Local accounts do not confirm their email.
        email_verified: false,
        ...(name && { name }),
      }
      return { accountId: subject, claims: async () => claims }
    },
    loadExistingGrant: async ({ oidc }) => {
      const { session, client, provider } = oidc
      if (!client || !session?.accountId) return undefined
      const grantId = session.grantIdFor(client.clientId)
      const existing = grantId ? await provider.Grant.find(grantId) : undefined
      if (existing) return existing
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}
