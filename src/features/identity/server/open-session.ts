import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import { cutText } from '#core/text.ts'
import { messages } from '#features/identity/contract.ts'
import type { Sql } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'
import { newSessionToken } from '#server/session/write-session.ts'
import {
  deleteSessions,
  findFamily,
  insertSession,
  isRefused,
  lockToken,
  retireFamily,
} from './session-query.ts'

type Opening = {
  userId: number
  idToken: string
  idTokenEndsAt: Date
  userAgent: string
  /** The cookie's hash that came with the request. */
  previous: Buffer | null
}

const USER_AGENT_MOST = 300

/** A new session for this browser; answers its token. Throws 401 where the ID token was signed out meanwhile. */
export const openSession = (sql: Sql, opening: Opening): Promise<string> =>
  sql.begin(async (tx) => {
    const { userId, previous } = opening
    const idToken = {
      hash: createHash('sha256').update(opening.idToken).digest(),
      endsAt: opening.idTokenEndsAt,
    }
    await lockToken(tx, idToken.hash)
    if (await isRefused(tx, idToken.hash)) throw new Failure(401, messages.loginFailedMore)
    const before = previous ? await findFamily(tx, previous) : null
    if (before?.userId === userId) await retireFamily(tx, before.family)
    else if (before && previous) await deleteSessions(tx, { familyOf: previous })
    const token = newSessionToken()
    await insertSession(tx, {
      tokenHash: hashToken(token),
      userId,
      idToken,
      userAgent: cutText(opening.userAgent, USER_AGENT_MOST),
      family: before?.userId === userId ? before.family : null,
    })
    return token
  })
