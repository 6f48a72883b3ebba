import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
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

const HOUR = 3_600
const DAY = 24 * HOUR

type Parts = { sql: Sql; config: Config; keys: ProviderKeys }

/** One public client, ourselves; PKCE always; no consent to our own site; claims in the ID token. */
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
        // Says how long ago the password was typed: some acts ask for it anew.
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
    // The e-mail and the name belong into the ID token: it is all that our server looks at.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    // Browsers send an Origin to our own token endpoint as well.
    clientBasedCORS: (_, origin) => origin === publicUrl,
    clockTolerance: 5,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: 14 * DAY,
      Grant: 14 * DAY,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => endAtOnce(ctx, form, siteName),
        postLogoutSuccessSource: (ctx) => show(ctx, 'Signed out', 'You have been signed out.'),
      },
    },
    interactions: { url: (_, { uid }) => `/identity/interaction/${uid}` },
    renderError: (ctx, { error_description }) =>
      show(
        ctx,
        'Sign-in failed',
        error_description ?? 'There was an error signing you in. Please try again.',
      ),
    findAccount: async (_, subject, token) => {
      const account = await findAccountBySubject(sql, subject)
      if (!account) return undefined
      const { email, name } = account
      // Nobody has proved that the mailbox is theirs.
      // The site ends this session with its own.
      const sid = token && 'sessionUid' in token ? token.sessionUid : undefined
      const claims = {
        sub: subject,
        ...(sid && { sid }),
        email,
        email_verified: false,
        ...(name && { name }),
      }
      return { accountId: subject, claims: async () => claims }
    },
    loadExistingGrant: async ({ oidc }) => {
      const { session, client, provider } = oidc
      if (!client || !session?.accountId) return undefined
      const grantId = session.grantIdFor(client.clientId)
      const known = grantId ? await provider.Grant.find(grantId) : undefined
      if (known) return known
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(SCOPES)
      await grant.save()
      return grant
    },
  }
}
