import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type Provider from 'oidc-provider'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import type { TokenIssuer } from '../verify-id-token.ts'
import { toPublicKey } from './keys.ts'
import { createProviderLoader, type LoadedProvider } from './load-provider.ts'
import type { RenderProviderPage } from './page.ts'

export type EmbeddedProvider = TokenIssuer & { get(): Promise<Provider> }

const CLIENT_ID = 'prompt-collection'

/** The minimum time between loading the keys and reloading them because of an unknown key. */
const UNKNOWN_KEY_RELOAD_MS = 5_000

/** Opens the embedded identity provider. */
export const createEmbeddedProvider = ({
  sql,
  config,
  log,
  render,
}: {
  sql: Sql
  config: Config
  log: Logger
  render: RenderProviderPage
}): EmbeddedProvider => {
  const issuer = `${config.publicUrl}/identity`
  const current = createProviderLoader({
    sql,
    log,
    issuer,
    configure: async (keys) => {
      const { createProviderConfiguration } = await import('./provider-configuration.ts')
      return {
        configuration: createProviderConfiguration({ sql, config, keys, clientId: CLIENT_ID, render }),
      }
    },
  })
  const getKeyOf = ({ keys }: LoadedProvider) => createLocalJWKSet({ keys: keys.signing.map(toPublicKey) })

  const findKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await getKeyOf(await current())(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      // Reloads the keys, because another process may have created the one that the token refers to.
      return getKeyOf(await current(UNKNOWN_KEY_RELOAD_MS))(header, token)
    }
  }
  return {
    issuer,
    audience: CLIENT_ID,
    findKeys: async () => findKey,
    get: async () => (await current()).provider,
  }
}
