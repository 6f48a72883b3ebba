import { forbidden, notFound } from '#core/failure.ts'
import { deleteUser } from '#features/account/server/delete-user.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import { findBelongings, holdUser } from './users-query.ts'

/** Deletes a user and all their content. Throws 404 for an unknown user, 403 for an admin. */
export const deleteOtherUser = (
  services: { sql: Sql; config: Pick<Config, 'oidc'> },
  actor: Acting,
  id: number,
): Promise<void> =>
  deleteUser(services, id, async (tx) => {
    const user = await holdUser(tx, id)
    if (!user) throw notFound(messages.notFound)
    if (user.isAdmin) throw forbidden(messages.adminStays)
    const belongings = await findBelongings(tx, id)
    await recordAct(tx, actor, {
      action: 'delete-user',
      target: { id, name: user.username },
      before: { username: user.username, isMuted: user.isMuted, ...belongings },
    })
  })
