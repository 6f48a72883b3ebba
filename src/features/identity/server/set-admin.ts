import {
  lockUserRowByName,
  requireOtherAdmin,
  updateIsAdmin,
} from '#features/members/server/members-query.ts'
import { approveAccounts } from '#features/members/server/sign-up-requests-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Grants or revokes admin rights, effective from the user's next request. Returns false for an unknown
 * username. Throws if the user is the only admin who can act.
 */
export const setAdmin = (sql: Sql, username: string, isAdmin: boolean): Promise<boolean> =>
  sql.begin(async (tx) => {
    const user = await lockUserRowByName(tx, username)
    if (!user) return false
    if (user.isAdmin && !isAdmin) await requireOtherAdmin(tx, user.id)
    if (isAdmin) await approveAccounts(tx, [user.id])
    await updateIsAdmin(tx, user.id, isAdmin)
    return true
  })
