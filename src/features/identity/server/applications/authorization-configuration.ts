import type Provider from 'oidc-provider'
import { type AdapterPayload, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import { HttpError } from '#core/http-error.ts'
import { paths } from '#core/paths.ts'
import { tokenScopes } from '#core/token-scopes.ts'
import { selectGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { type ProviderKeys, SIGNING_ALGORITHM } from '../provider/keys.ts'
import type { RenderProviderPage } from '../provider/page.ts'
import { createPostgresAdapter } from '../provider/postgres-adapter.ts'
import { getProviderCookieName } from '../provider/provider-cookie-name.ts'
import { MODEL_PREFIX, selectIsBlocked, selectRegistration, toUserId } from './application-query.ts'
import { getResources, OAUTH_PREFIX, REQUESTS_PATH } from './authorization-paths.ts'
import { CLI_CLIENT, getClientName, isAllowedRedirect, REGISTERED_ID } from './client-metadata.ts'
import { readDeviceForm } from './device-form.ts'

export type AuthorizationDependencies = { sql: Sql; config: Config; render: RenderProviderPage }

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** How long a member has to answer a program's request, and to type the code of a device. */
const REQUEST_SECONDS = 600

/** A program that is not used for so long has to ask again. */
const REFRESH_SECONDS = 90 * DAY_SECONDS

/**
 * Programs send a refresh token twice if the answer to the first request is lost, or if two of their processes share it.
 * The second use counts as theft only after this time.
 */
const REFRESH_REUSE_SECONDS = 30

/** The longest answer that is read from an address that a program names. */
const MAX_DOCUMENT_BYTES = 5 * 1024

/** How many documents of programs are read for one address in ten minutes. Those that are cached do not count. */
const MAX_DOCUMENTS = 60

const METADATA = { scopes_supported: tokenScopes, response_modes_supported: ['query', 'fragment'] }

/** Changes what the configuration cannot express. */
export const adjustResponses = (provider: Provider): void => {
  // The library lists its own scopes only, and answers by forms, which may not be submitted to other sites.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body, METADATA)
  })
  // Only the form for the code of a device needs the library's session: whoever is signed in to the site answers a
  // request, which can be somebody else than before.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'code_verification') return
    const session = provider.cookieName('session')
    const cookies = [ctx.response.headers['set-cookie'] ?? []].flat()
    ctx.remove('set-cookie')
    ctx.append(
      'set-cookie',
      cookies.filter((cookie) => !cookie.startsWith(`${session}=`) && !cookie.startsWith(`${session}.sig=`)),
    )
  })
  // Without the session in which the form for the code of a device began, the library fails to save one.
  provider.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const isForm = ctx.oidc?.route === 'code_verification' || ctx.oidc?.route === 'device_resume'
      if (!isForm || !(error instanceof TypeError)) throw error
      ctx.status = 303
      ctx.redirect(`${OAUTH_PREFIX}/device`)
    }
  })
}

/** Counts the reading of a program's metadata, and returns false if there have been too many. */
const canReadDocument = async (sql: Sql, sender: { ip: string; scale: number }): Promise<boolean> => {
  try {
    const limit = { key: 'client-metadata', max: MAX_DOCUMENTS, windowSeconds: 600 }
    await consumeAddressRateLimit(sql, { ...limit, ...sender })
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

/** Configures the OAuth server for other programs. */
export const createConfiguration = (
  { sql, config, render }: AuthorizationDependencies,
  keys: ProviderKeys,
): Configuration => {
  const { publicUrl } = config
  const cookie = {
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
    signed: true,
  }
  const show = async (ctx: KoaContextWithOIDC, title: string, text: string) => {
    ctx.type = 'html'
    ctx.body = await render({ page: 'message', title, text })
  }
  return {
    adapter: createPostgresAdapter(sql, {
      prefix: MODEL_PREFIX,
      refreshReuseSeconds: REFRESH_REUSE_SECONDS,
      findClient: async (id) => {
        if (!REGISTERED_ID.test(id)) return undefined
        const registration = await selectRegistration(sql, id)
        return registration === null ? undefined : (JSON.parse(registration) as AdapterPayload)
      },
    }),
    clients: [CLI_CLIENT],
    clientDefaults: {
      // Programs on a device may listen on any port, and all are asked for consent each time.
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: SIGNING_ALGORITHM,
    },
    clientAuthMethods: ['none'],
    jwks: { keys: keys.signing as NonNullable<Configuration['jwks']>['keys'] },
    cookies: {
      keys: keys.cookies,
      names: {
        session: getProviderCookieName(publicUrl, 'oauth'),
        interaction: getProviderCookieName(publicUrl, 'oauth_step'),
        resume: getProviderCookieName(publicUrl, 'oauth_resume'),
      },
      long: { ...cookie, path: OAUTH_PREFIX },
      short: { ...cookie, path: REQUESTS_PATH },
    },
    fetchResponseBodyLimits: {
      'client_id metadata document': MAX_DOCUMENT_BYTES,
      jwks_uri: MAX_DOCUMENT_BYTES,
      sector_identifier_uri: MAX_DOCUMENT_BYTES,
    },
    pkce: { required: () => true },
    scopes: ['offline_access'],
    responseTypes: ['code'],
    discovery: config.registersApplications
      ? { registration_endpoint: `${publicUrl}${OAUTH_PREFIX}/reg` }
      : {},
    clockTolerance: 5,
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: REQUEST_SECONDS,
      Interaction: REQUEST_SECONDS,
      Session: REQUEST_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Grant: 365 * DAY_SECONDS,
    },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      // Nothing that accepts tokens checks to which key one is bound.
      dPoP: { enabled: false },
      // Whoever has a token of a public client may end it.
      revocation: { enabled: true, allowedPolicy: async () => true },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 60, max: DAY_SECONDS },
        allowFetch: async ({ ip }) => canReadDocument(sql, { ip, scale: config.rateLimitScale }),
        allowClient: async (_, { clientId, redirectUris = [] }) =>
          redirectUris.every(isAllowedRedirect) && !(await selectIsBlocked(sql, clientId)),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => publicUrl + paths.mcp,
        useGrantedResource: () => true,
        getResourceServerInfo: async (_, resource) => {
          if (!getResources(publicUrl).includes(resource)) throw new errors.InvalidTarget()
          return { scope: tokenScopes.join(' '), audience: resource, accessTokenFormat: 'opaque' }
        },
      },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: async (ctx, form, _out, error) => {
          ctx.body = await render({ page: 'device-code', ...readDeviceForm(form), isWrong: Boolean(error) })
        },
        userCodeConfirmSource: async (ctx, form, client, _device, code) => {
          const name = getClientName(client)
          ctx.body = await render({ page: 'device-confirmation', ...readDeviceForm(form), name, code })
        },
        successSource: (ctx) =>
          show(ctx, 'Connected', 'The program is connected. You can close this page and go on there.'),
      },
    },
    interactions: { url: (_, { uid }) => paths.connect(uid) },
    // The member is asked each time, as whoever is signed in to the site then.
    loadExistingGrant: async ({ oidc: { result, provider } }) =>
      result?.consent?.grantId ? provider.Grant.find(result.consent.grantId) : undefined,
    findAccount: async (_, accountId) =>
      (await selectGoogleId(sql, toUserId(accountId))) === null
        ? undefined
        : { accountId, claims: async () => ({ sub: accountId }) },
    renderError: (ctx, { error_description }) =>
      show(ctx, 'The program could not be connected', error_description ?? 'Its request is not valid.'),
  }
}
