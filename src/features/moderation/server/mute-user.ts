import { forbidden, notFound } from '#core/failure.ts'
import { type Acting, recordAct } from '#features/audit/server/acts-query.ts'
import { messages } from '#features/moderation/contract-messages.ts'
import { memberChanged } from '#features/notifications/server/notify-query.ts'
import type { Sql } from '#server/database/connect.ts'
import { retryOnClash } from '#server/database/retry-on-clash.ts'
import { holdUser, setMuted } from './users-query.ts'

/**
 * Mutes or unmutes a user. Every session of the user respects it from its next request, and open pages are
 * notified immediately. Repeating it changes and records nothing. Throws 404 for an unknown user, 403 for an
 * admin.
 */
export const muteUser = (sql: Sql, actor: Acting, id: number, isMuted: boolean): Promise<void> =>
  retryOnClash(() =>
    sql.begin(async (tx) => {
      const user = await holdUser(tx, id)
      if (!user) throw notFound(messages.notFound)
      if (user.isAdmin) throw forbidden(messages.adminStays)
      if (user.isMuted === isMuted) return
      await setMuted(tx, id, isMuted)
      await memberChanged(tx, id)
      await recordAct(tx, actor, {
        action: isMuted ? 'mute-user' : 'unmute-user',
        target: { id, name: user.username },
        before: { isMuted: user.isMuted },
        after: { isMuted },
      })
    }),
  )
