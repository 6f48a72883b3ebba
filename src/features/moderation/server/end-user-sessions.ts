import { notFound } from '#core/failure.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { endSessions } from '#features/identity/server/end-sessions.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { holdUser } from './users-query.ts'

/** Signs a user out of every browser; answers how many sessions have ended. Throws 404 where there is no such user. */
export const endUserSessions = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc'> },
  by: Acting,
  id: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    const user = await holdUser(tx, id)
    if (!user) throw notFound(messages.notFound)
    const ended = await endSessions(tx, config, id)
    await recordAct(tx, by, {
      action: 'end-sessions-of-user',
      target: { id, name: user.username },
      after: { ended },
    })
    return ended
  })
