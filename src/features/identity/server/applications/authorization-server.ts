import type Provider from 'oidc-provider'
import type { Logger } from '#server/log.ts'
import { createProviderLoader } from '../provider/load-provider.ts'
import type { AuthorizationDependencies } from './authorization-configuration.ts'

export type AuthorizationServer = () => Promise<Provider>

/** Opens the OAuth 2.1 server with which programs get tokens of members, however members sign in. */
export const createAuthorizationServer = ({
  log,
  ...dependencies
}: AuthorizationDependencies & { log: Logger }): AuthorizationServer => {
  const current = createProviderLoader({
    sql: dependencies.sql,
    log,
    issuer: dependencies.config.publicUrl,
    configure: async (keys) => {
      const { adjustResponses, createConfiguration } = await import('./authorization-configuration.ts')
      return { configuration: createConfiguration(dependencies, keys), prepare: adjustResponses }
    },
  })
  return async () => (await current()).provider
}
