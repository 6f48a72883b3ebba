import { HttpError } from '#core/http-error.ts'
import { hasAdmin } from '#features/members/server/members-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql } from '#server/database/connect.ts'
import { consumeAddressRateLimit } from '#server/limits/rate-limit.ts'
import { isInDomains } from '#server/mail/email-address.ts'
import { selectInviter } from './invitation-query.ts'

type Dependencies = { sql: AnySql; config: Pick<Config, 'signUp' | 'rateLimitScale'> }

/**
 * Returns why a browser with this invitation cannot create an account, or null if it can. While the site has no admin,
 * anybody can, because the operator could not get their account otherwise.
 */
export const findSignUpError = async (
  { sql, config: { signUp } }: Dependencies,
  invitation: Buffer | null,
): Promise<'sign-up-closed' | 'invitation-required' | null> => {
  if (signUp.mode === 'closed') return (await hasAdmin(sql)) ? 'sign-up-closed' : null
  if (signUp.mode !== 'invitation' || (invitation && (await selectInviter(sql, invitation)) !== null))
    return null
  return (await hasAdmin(sql)) ? 'invitation-required' : null
}

/** Returns whether staff have to approve new accounts. Nobody could while the site has no admin. */
export const needsApproval = async ({ sql, config }: Dependencies): Promise<boolean> =>
  config.signUp.mode === 'approval' && (await hasAdmin(sql))

/** Returns whether a new member has to use up an invitation. The first one has none. */
export const needsInvitation = async ({ sql, config }: Dependencies): Promise<boolean> =>
  config.signUp.mode === 'invitation' && (await hasAdmin(sql))

export const isEmailBlocked = ({ signUp }: Pick<Config, 'signUp'>, email: string): boolean =>
  isInDomains(email, signUp.blockedDomains)

const DAY_SECONDS = 86_400

const getDailyLimit = ({ signUp, rateLimitScale: scale }: Dependencies['config'], ip: string) => ({
  key: 'new-account',
  ip,
  max: signUp.maxPerAddress,
  windowSeconds: DAY_SECONDS,
  scale,
  message: 'Too many accounts were created from your network today.',
})

/** Counts a new account of this address. Throws 429 if there were too many within a day. */
export const countNewAccount = async ({ sql, config }: Dependencies, ip: string): Promise<void> => {
  const limit = getDailyLimit(config, ip)
  if (limit.max > 0) await consumeAddressRateLimit(sql, limit)
}

/**
 * Throws 429 if this address has used up its accounts of a day. It counts nothing, so that a form can be refused before
 * it is validated; `countNewAccount` decides.
 */
export const requireAccountLeft = async ({ sql, config }: Dependencies, ip: string): Promise<void> => {
  const limit = getDailyLimit(config, ip)
  if (limit.max > 0) await consumeAddressRateLimit(sql, { ...limit, max: limit.max - 1, amount: 0 })
}

type NewAccount = { email: string | null; invitation: Buffer | null }

/**
 * Throws unless an account may become a member of the site. The embedded provider has asked the same before it created
 * the account, but the operator may have changed the rules since.
 */
export const requireAdmission = async (
  { sql, config }: Dependencies,
  { email, invitation }: NewAccount,
): Promise<void> => {
  const error = await findSignUpError({ sql, config }, invitation)
  if (error) throw new HttpError(error)
  if (email !== null && isEmailBlocked(config, email)) throw new HttpError('email-domain-blocked')
}
