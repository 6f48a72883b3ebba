import { forbidden, notFound } from '#core/failure.ts'
import { deleteUser } from '#features/account/server/delete-user.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { findBelongings, holdUser } from './users-query.ts'

/** Deletes a user with everything of theirs. Throws 404 where there is none, 403 for an admin. */
export const deleteOtherUser = (
  parts: { sql: Sql; config: Pick<Config, 'oidc'> },
  by: Acting,
  id: number,
): Promise<void> =>
  deleteUser(parts, id, async (tx) => {
    const user = await holdUser(tx, id)
    if (!user) throw notFound(messages.notFound)
    if (user.isAdmin) throw forbidden(messages.adminStays)
    const belongings = await findBelongings(tx, id)
    await recordAct(tx, by, {
      action: 'delete-user',
      target: { id, name: user.username },
      before: { username: user.username, isMuted: user.isMuted, ...belongings },
    })
  })
