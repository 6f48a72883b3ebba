import { selectEmails } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { isEmailAddress } from '#server/mail/email-address.ts'
import { getLocalSubject } from './local-subject.ts'
import { selectAccountBySubject } from './provider/account-query.ts'

/**
 * Returns the address to which emails for a member can be sent, or null if their provider has not verified it. The
 * embedded provider verifies an address as soon as the member confirms it; an external provider's verification is
 * updated at each sign-in.
 */
export const findVerifiedEmail = async (
  sql: AnySql,
  config: Pick<Config, 'oidc'>,
  userId: number,
): Promise<string | null> => {
  const user = await selectEmails(sql, userId)
  if (!user) return null
  const email = config.oidc.external ? verifiedByProvider(user) : await confirmedEmail(sql, config, user)
  return email !== null && isEmailAddress(email) ? email : null
}

type User = NonNullable<Awaited<ReturnType<typeof selectEmails>>>

const verifiedByProvider = ({ email, verifiedEmail }: User): string | null =>
  email === verifiedEmail ? email : null

const confirmedEmail = async (
  sql: AnySql,
  config: Pick<Config, 'oidc'>,
  { googleId }: User,
): Promise<string | null> => {
  const subject = getLocalSubject(config, googleId)
  const account = subject === null ? null : await selectAccountBySubject(sql, subject)
  return account?.isEmailVerified ? account.email : null
}
