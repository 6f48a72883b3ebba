import { Failure } from '#core/failure.ts'
import { cutText } from '#core/text.ts'
import { messages } from '#features/identity/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'
import { newSessionToken } from '#server/session/write-session.ts'
import { deleteSessions, findFamily, insertSession, retireFamily } from './session-query.ts'
import { insertSpentToken, type SpentToken } from './spent-token-query.ts'

type Opening = {
  userId: number
  idToken: SpentToken
  authenticatedAt: Date
  providerSession: string | null
  userAgent: string
  /** The cookie's hash that came with the request. */
  previous: Buffer | null
}

const USER_AGENT_MOST = 300

/** A new session for this browser; answers its token. Throws 401 where the ID token was spent meanwhile. */
export const openSession = (sql: Sql, opening: Opening): Promise<string> =>
  sql.begin(async (tx) => {
    const { userId, previous, idToken } = opening
    const before = previous ? await findFamily(tx, previous) : null
    if (before?.userId === userId) await retireFamily(tx, before.family)
    else if (before && previous) await deleteSessions(tx, { familyOf: previous })
    const token = newSessionToken()
    const family = await insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      userAgent: cutText(opening.userAgent, USER_AGENT_MOST),
      family: before?.userId === userId ? before.family : null,
      authenticatedAt: opening.authenticatedAt,
      providerSession: opening.providerSession,
    })
    if (!(await insertSpentToken(tx, idToken, family))) throw new Failure(401, messages.loginFailedMore)
    return token
  })
