import { recentSignInRequired } from '#core/http-error.ts'
import type { AnySql } from '#server/database/connect.ts'
import { isSignInRecent } from './session-query.ts'

/**
 * Deleting or exporting an account, ending sessions and changing a password require a sign-in within the last
 * 10 minutes, so that an unattended or stolen session is not enough. Throws 403 with `recentSignInRequired`.
 */
export const requireRecentSignIn = async (sql: AnySql, session: Buffer | null): Promise<void> => {
  if (!session || !(await isSignInRecent(sql, session))) throw recentSignInRequired()
}
