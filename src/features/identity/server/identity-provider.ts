import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { createExternalIssuer, type ExternalIssuer } from './external-issuer.ts'
import { createEmbeddedProvider } from './provider/create-embedded-provider.ts'
import { mountProvider } from './provider/mount-provider.ts'
import { registerTokenProxy, TOKEN_PATH } from './token-proxy.ts'
import type { TokenIssuer } from './verify-id-token.ts'

export type IdentityProvider = {
  issuer: TokenIssuer
  clientId: string
  tokenEndpoint: string | null
  isEmbedded: boolean
}

/**
 * Returns the identity provider that members sign in with: the configured external provider, or else the embedded
 * one, which is then mounted.
 */
export const setUpIdentityProvider = (app: FastifyInstance, sql: Sql, config: Config): IdentityProvider => {
  const { external: outside } = config.oidc
  const external: ExternalIssuer | null = outside && createExternalIssuer(outside.issuer, outside.clientId)
  registerTokenProxy(app, { sql, config }, external)
  if (outside && external) {
    const tokenEndpoint = outside.clientSecret ? config.publicUrl + TOKEN_PATH : null
    return { issuer: external, clientId: outside.clientId, tokenEndpoint, isEmbedded: false }
  }
  const provider = createEmbeddedProvider({ sql, config, log: app.log, render: app.renderProviderPage })
  mountProvider(app, { sql, config, provider })
  return { issuer: provider, clientId: provider.audience, tokenEndpoint: null, isEmbedded: true }
}
