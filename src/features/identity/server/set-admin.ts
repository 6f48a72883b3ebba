import type { Sql } from '#server/database/connect.ts'
import { updateIsAdmin } from './store.ts'

/**
 * Grants or revokes admin rights, effective from the user's next request. Returns false for an unknown
 * username.
 */
export const setAdmin = (sql: Sql, username: string, isAdmin: boolean): Promise<boolean> =>
  updateIsAdmin(sql, username, isAdmin)
