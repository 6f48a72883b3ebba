import { recentSignInRequired } from '#core/http-error.ts'
import type { AnySql } from '#server/database/connect.ts'
import { isSignInRecent } from './session-query.ts'

/**
 * Throws 403 with `recentSignInRequired` unless the person signed in within the last 10 minutes. Protects deleting or
 * exporting an account, ending sessions and changing a password, so that an unattended or stolen session is not
 * enough for them.
 */
export const requireRecentSignIn = async (sql: AnySql, session: Buffer | null): Promise<void> => {
  if (!session || !(await isSignInRecent(sql, session))) throw recentSignInRequired()
}
