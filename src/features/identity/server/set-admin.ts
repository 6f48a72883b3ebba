import { updateIsAdmin } from '#features/members/server/members-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Grants or revokes admin rights, effective from the user's next request. Returns false for an unknown
 * username.
 */
export const setAdmin = (sql: Sql, username: string, isAdmin: boolean): Promise<boolean> =>
  updateIsAdmin(sql, username, isAdmin)
