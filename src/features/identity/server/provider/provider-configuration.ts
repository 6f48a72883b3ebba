import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { signInMessages } from '../../contract.ts'
import { selectAccountBySubject } from './account-query.ts'
import { endProviderSession } from './end-provider-session.ts'
import { type ProviderKeys, SIGNING_ALGORITHM } from './keys.ts'
import type { RenderProviderPage } from './page.ts'
import { createPostgresAdapter } from './postgres-adapter.ts'
import { getProviderCookieName } from './provider-cookie-name.ts'

const SCOPES = 'openid profile email'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

type Dependencies = {
  sql: Sql
  config: Config
  keys: ProviderKeys
  clientId: string
  render: RenderProviderPage
}

/**
 * Configures the provider for a single public client, the site itself. PKCE is required, no consent is requested, and
 * the claims are in the ID token.
 */
export const createProviderConfiguration = ({
  sql,
  config,
  keys,
  clientId,
  render,
}: Dependencies): Configuration => {
  const { publicUrl, siteName } = config
  const cookie = {
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
    signed: true,
    path: '/identity',
  }
  const show = async (ctx: KoaContextWithOIDC, title: string, text: string) => {
    ctx.type = 'html'
    ctx.body = await render({ page: 'message', title, text })
  }
  return {
    // All clients are declared here, so a client id that reaches the adapter is unknown.
    adapter: createPostgresAdapter(sql, { findClient: async () => undefined }),
    clients: [
      {
        client_id: clientId,
        client_name: siteName,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/auth/popup`, `${publicUrl}/auth/callback`],
        post_logout_redirect_uris: [`${publicUrl}/auth/signed-out`],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
        // The `auth_time` claim contains the time of the last password entry. Some actions require a recent
        // sign-in.
        require_auth_time: true,
      },
    ],
    jwks: { keys: keys.signing as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: getProviderCookieName(publicUrl, 'identity'),
        interaction: getProviderCookieName(publicUrl, 'identity_step'),
        resume: getProviderCookieName(publicUrl, 'identity_resume'),
      },
      long: cookie,
      short: cookie,
    },
    pkce: { required: () => true },
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts the email and the name into the ID token, because this server reads nothing else.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // Browsers send an Origin header to the token endpoint even though it has the same origin.
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
        logoutSource: (ctx, form) => endProviderSession(ctx, form, render),
        postLogoutSuccessSource: (ctx) => show(ctx, 'Signed out', "You've been signed out."),
      },
    },
    interactions: { url: (_, { uid }) => `/identity/interaction/${uid}` },
    renderError: (ctx, { error_description }) =>
      show(ctx, 'Sign-in failed', error_description ?? signInMessages.loginFailedDescription),
    findAccount: async (_, subject, token) => {
      const account = await selectAccountBySubject(sql, subject)
      if (!account) return undefined
      const { email, name, isEmailVerified } = account
      // The site stores the session id, so that it can end the provider's session together with its own.
      const sid = token && 'sessionUid' in token ? token.sessionUid : undefined
      const claims = {
        sub: subject,
        ...(sid && { sid }),
        email,
        email_verified: isEmailVerified,
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
