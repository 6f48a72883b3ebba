import { selectGoogleId } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { getLocalSubject } from './local-subject.ts'
import { selectAccountBySubject } from './provider/account-query.ts'
import { createAccountLink } from './provider/create-account-link.ts'

/**
 * Creates a one-time link for setting a new password, for an admin to pass on to the member. Returns null if
 * the member has no account at the embedded provider.
 */
export const createResetLink = async (
  sql: AnySql,
  config: Pick<Config, 'oidc' | 'publicUrl'>,
  userId: number,
): Promise<{ url: string; endsAt: Date } | null> => {
  const subject = getLocalSubject(config, await selectGoogleId(sql, userId))
  const account = subject === null ? null : await selectAccountBySubject(sql, subject)
  return account && createAccountLink(sql, config, account, { purpose: 'reset-password', isMailed: false })
}
