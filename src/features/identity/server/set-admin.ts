import type { Sql } from '#server/database/connect.ts'
import { updateAdmin } from './store.ts'

/** Makes a user an admin, or no longer one, from their next request on. False where nobody has that name. */
export const setAdmin = (sql: Sql, username: string, isAdmin: boolean): Promise<boolean> =>
  updateAdmin(sql, username, isAdmin)
