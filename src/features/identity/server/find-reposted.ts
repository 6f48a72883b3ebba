import { Failure } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findFamily } from './session-query.ts'
import { findSpentFamily } from './spent-token-query.ts'

/**
 * After a sign-in, every other tab of the browser posts the same ID token (docs/spec/flows.md#sign-in). A
 * replay from a browser that has a session of the same family counts as that sign-in, and its user is
 * returned. Returns null for a token that was not used before. Throws 401 for a used token from any other
 * browser, or after signing out.
 */
export const findReposted = async (
  sql: AnySql,
  tokenHash: Buffer,
  session: Buffer | null,
): Promise<number | null> => {
  const family = await findSpentFamily(sql, tokenHash)
  if (family === null) return null
  const current = session && (await findFamily(sql, session))
  if (current?.family !== family) throw new Failure(401, messages.loginFailedMore)
  return current.userId
}
