import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashBearerToken, isApiToken, type TokenOwner } from '#server/session/bearer-tokens.ts'
import { findApiTokenOwner } from './api-tokens/api-token-query.ts'
import { findAccessTokenOwner } from './applications/application-query.ts'
import { getResources } from './applications/authorization-paths.ts'

/**
 * Finds the member to whom a token belongs: one that they have created, or one of a program that they have connected.
 * Reads from the primary, so that a revoked token ends at once.
 */
export const findTokenOwner = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'publicUrl'> },
  token: string,
): Promise<TokenOwner | null> => {
  const hash = hashBearerToken(token)
  return isApiToken(token)
    ? findApiTokenOwner(sql, hash)
    : findAccessTokenOwner(sql, hash, getResources(config.publicUrl))
}
