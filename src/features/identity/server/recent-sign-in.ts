import { createRecentSignInRequiredError } from '#core/http-error.ts'
import type { AnySql } from '#server/database/connect.ts'
import { isSignInRecent } from './session-query.ts'

/**
 * Throws 403 with `createRecentSignInRequiredError` unless the person signed in within the last 10 minutes. Because
 * of this check, an unattended or stolen session alone is not enough to delete or export an account, end
 * sessions or change a password.
 */
export const requireRecentSignIn = async (sql: AnySql, session: Buffer | null): Promise<void> => {
  if (!session || !(await isSignInRecent(sql, session))) throw createRecentSignInRequiredError()
}
