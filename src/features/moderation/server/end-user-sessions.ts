import { notFound } from '#core/failure.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { endSessions } from '#features/identity/server/end-sessions.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { holdUser } from './users-query.ts'

/**
 * Signs a user out of every browser and returns the number of ended sessions. Throws 404 for an unknown user.
 */
export const endUserSessions = (
  { sql, config }: { sql: Sql; config: Pick<Config, 'oidc'> },
  actor: Acting,
  id: number,
): Promise<number> =>
  sql.begin(async (tx) => {
    const user = await holdUser(tx, id)
    if (!user) throw notFound(messages.notFound)
    const ended = await endSessions(tx, config, id)
    await recordAct(tx, actor, {
      action: 'end-sessions-of-user',
      target: { id, name: user.username },
      after: { ended },
    })
    return ended
  })
