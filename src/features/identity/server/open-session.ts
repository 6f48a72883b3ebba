import { Failure } from '#core/failure.ts'
import { cutText } from '#core/text.ts'
import { messages } from '#features/identity/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'
import { newSessionToken } from '#server/session/write-session.ts'
import { deleteSessions, findFamily, insertSession, retireFamily } from './session-query.ts'
import { insertSpentToken, type SpentToken } from './spent-token-query.ts'

type NewSession = {
  userId: number
  idToken: SpentToken
  authenticatedAt: Date
  providerSession: string | null
  userAgent: string
  /** The hash of the session cookie that came with the request. */
  previous: Buffer | null
}

const MAX_USER_AGENT_LENGTH = 300

/**
 * Opens a session for this browser and returns its token. Throws 401 if a concurrent request used the ID
 * token.
 */
export const openSession = (sql: Sql, session: NewSession): Promise<string> =>
  sql.begin(async (tx) => {
    const { userId, previous, idToken } = session
    const before = previous ? await findFamily(tx, previous) : null
    if (before?.userId === userId) await retireFamily(tx, before.family)
    else if (before && previous) await deleteSessions(tx, { familyOf: previous })
    const token = newSessionToken()
    const family = await insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      userAgent: cutText(session.userAgent, MAX_USER_AGENT_LENGTH),
      family: before?.userId === userId ? before.family : null,
      authenticatedAt: session.authenticatedAt,
      providerSession: session.providerSession,
    })
    if (!(await insertSpentToken(tx, idToken, family))) throw new Failure(401, messages.loginFailedMore)
    return token
  })
