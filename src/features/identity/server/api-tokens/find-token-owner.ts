import type { Sql } from '#server/database/connect.ts'
import type { TokenOwner } from '#server/session/bearer-tokens.ts'
import { selectTokenOwner, touchApiToken } from './api-token-query.ts'

/** Finds the member to whom a token belongs. Reads from the primary, so that a revoked token ends at once. */
export const findTokenOwner = async (sql: Sql, tokenHash: Buffer): Promise<TokenOwner | null> => {
  const owner = await selectTokenOwner(sql, tokenHash)
  if (owner?.isStale && !owner.isExpired) await touchApiToken(sql, tokenHash)
  return owner
}
