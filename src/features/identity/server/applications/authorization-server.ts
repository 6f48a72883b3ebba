import type Provider from 'oidc-provider'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import { createProviderLoader } from '../provider/load-provider.ts'
import type { RenderProviderPage } from '../provider/page.ts'

/** Where the library is mounted. The issuer is the site itself, so that its metadata is at the site's root. */
export const OAUTH_PREFIX = '/oauth'

/** The path of the endpoints that answer for a request of a program; cookies of the request are sent there only. */
export const REQUESTS_PATH = '/api/applications/requests'

/** The resources of the site for which programs can get tokens (RFC 8707). All have the same scopes. */
export const RESOURCE_PATHS = ['/mcp', '/api', ''] as const

export const getResources = (publicUrl: string): string[] => RESOURCE_PATHS.map((path) => publicUrl + path)

export type AuthorizationDependencies = { sql: Sql; config: Config; render: RenderProviderPage }

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
