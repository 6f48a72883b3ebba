import { Failure } from '#core/failure.ts'
import { messages } from '#features/identity/contract.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findFamily } from './session-query.ts'
import { findSpentFamily } from './spent-token-query.ts'

/**
 * Every tab of a browser posts the token that one of them signed in with (section 4): shown again by a browser that has
 * a session of those it opened, it is the same sign-in. Answers whose; null where the token is new. Throws 401 for a
 * spent one from anywhere else, and after signing out.
 */
export const findReposted = async (
  sql: AnySql,
  tokenHash: Buffer,
  session: Buffer | null,
): Promise<number | null> => {
  const spentBy = await findSpentFamily(sql, tokenHash)
  if (spentBy === null) return null
  const own = session && (await findFamily(sql, session))
  if (own?.family !== spentBy) throw new Failure(401, messages.loginFailedMore)
  return own.userId
}
