import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { type OutsideIssuer, outsideIssuer } from './outside-issuer.ts'
import { mountProvider } from './provider/mount.ts'
import { openProvider } from './provider/open-provider.ts'
import { TOKEN_PATH, tokenProxy } from './token-proxy.ts'
import type { TokenIssuer } from './verify-token.ts'

export type Identity = {
  issuer: TokenIssuer
  clientId: string
  tokenEndpoint: string | null
  isEmbedded: boolean
}

/**
 * The identity provider that members sign in with: the configured one, or else the embedded one, which is
 * mounted.
 */
export const openIdentity = (app: FastifyInstance, sql: Sql, config: Config): Identity => {
  const { outside } = config.oidc
  const external: OutsideIssuer | null = outside && outsideIssuer(outside.issuer, outside.clientId)
  tokenProxy(app, { sql, config }, external)
  if (outside && external) {
    const tokenEndpoint = outside.clientSecret ? config.publicUrl + TOKEN_PATH : null
    return { issuer: external, clientId: outside.clientId, tokenEndpoint, isEmbedded: false }
  }
  const provider = openProvider({ sql, config, log: app.log })
  mountProvider(app, { sql, config, provider })
  return { issuer: provider, clientId: provider.audience, tokenEndpoint: null, isEmbedded: true }
}
