import { randomInt } from 'node:crypto'
import { HttpError } from '#core/http-error.ts'
import { limits } from '#core/limits.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'
import { cleanText, countCharacters, truncateText } from '#core/text.ts'
import * as members from '#features/members/server/members-query.ts'
import { PLACEHOLDER_USERNAME_PREFIX } from '#features/members/server/profile-query.ts'
import { approveAccounts, insertSignUpRequest } from '#features/members/server/sign-up-requests-query.ts'
import type { Config } from '#server/config.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import type { Logger } from '#server/log.ts'
import { normalizeEmailDomain } from '#server/mail/email-address.ts'
import { isFirstUserAdmin } from './admin-code.ts'
import { lockFirstAccountCreation } from './admin-code-query.ts'
import { endProgramAccess } from './end-program-access-query.ts'
import { joinByInvitation } from './invitation-query.ts'
import { deleteSessions } from './session-query.ts'
import { countNewAccount, needsApproval, needsInvitation, requireAdmission } from './sign-up-policy.ts'
import type { IdTokenClaims } from './verify-id-token.ts'

/**
 * Creates a username to use until the member chooses their own. It is derived from their name if possible;
 * each attempt after a clash appends more random digits.
 */
const createPlaceholderUsername = (name: string | null, attempt: number): string => {
  const letters = (name ?? '').normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  const isUsable =
    letters.length >= limits.minUsername && !isReservedUsername(letters.slice(0, limits.maxUsername))
  if (isUsable && attempt === 0) return letters.slice(0, limits.maxUsername)
  const digits = String(randomInt(10 ** Math.min(4 + attempt, 12)))
  return (
    (isUsable ? letters : PLACEHOLDER_USERNAME_PREFIX).slice(0, limits.maxUsername - digits.length) + digits
  )
}

type Dependencies = {
  sql: Sql
  config: Pick<
    Config,
    'oidc' | 'adminEmails' | 'publicUrl' | 'host' | 'signUp' | 'rateLimitScale' | 'limitsNewcomers'
  >
  log: Logger
}
type BrowserProfile = {
  displayName?: string | null | undefined
  email?: string | null | undefined
  address: string
  /** The hash of the invitation that the browser has accepted. */
  invitation: Buffer | null
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
const MAX_EMAIL_LENGTH = 320

/**
 * Finds or creates the user for a verified token. A user is identified only by (provider, subject), never by the email.
 * Fields sent by the browser only fill in missing claims and never make anyone an admin. Throws if an account that is no
 * member yet may not become one.
 */
export const signIn = async (
  { sql, config, log }: Dependencies,
  claims: IdTokenClaims,
  profile: BrowserProfile,
): Promise<{ id: number }> => {
  const googleId = `${config.oidc.providerId}:${claims.subject}`
  const cleaned = cleanEmail(claims.email)
  const email = cleaned && normalizeEmailDomain(cleaned)
  const isAdminEmail = hasAdminEmail(config, claims)
  const existing = await members.selectUserByGoogleId(sql, googleId)
  if (!existing && !isAdminEmail) {
    const { address, invitation } = profile
    await requireAdmission({ sql, config }, { email: email ?? cleanEmail(profile.email), invitation })
    // The embedded provider has counted the account when it created it.
    if (config.oidc.external) await countNewAccount({ sql, config }, address)
  }
  const user =
    existing ??
    (await create({ sql, config, log }, googleId, {
      email: email ?? cleanEmail(profile.email),
      name: cleanName(claims.name) ?? cleanName(profile.displayName),
      invitation:
        !isAdminEmail && (await needsInvitation({ sql, config })) ? { hash: profile.invitation } : null,
      isWaiting: !isAdminEmail && (await needsApproval({ sql, config })),
    }))
  await requireCurrentToken(sql, user.id, claims)
  await members.updateEmail(sql, user.id, email, cleanEmail(profile.email))
  // The verified flag applies only to the raw email, because cleaning may turn it into somebody else's email.
  const isVerified = claims.isEmailVerified && cleaned === claims.email
  await sql.begin(async (tx) => {
    const isNewlyVerified = await members.updateVerifiedEmail(tx, user.id, isVerified ? email : null)
    // Ends the sessions and tokens from before: whoever has them had not proved that this email is theirs. The embedded
    // provider has done so when the email was confirmed.
    if (!isNewlyVerified || !config.oidc.external) return
    await members.updateSignedOutAt(tx, user.id, claims.issuedAt)
    await deleteSessions(tx, { userId: user.id })
    await endProgramAccess(tx, user.id)
  })
  if (isAdminEmail) {
    await approveAccounts(sql, [user.id])
    await members.grantAdmin(sql, user.id)
  }
  return user
}

/**
 * Returns true if the token has the verified email of an admin. Compares the raw claim: cleaning removes invisible
 * characters and would turn a look-alike into an admin's email.
 */
const hasAdminEmail = (
  { adminEmails }: Pick<Config, 'adminEmails'>,
  { email, isEmailVerified }: IdTokenClaims,
): boolean =>
  isEmailVerified && Boolean(email) && adminEmails.includes(normalizeEmailDomain(lowerAscii(email ?? '')))

/** Throws 401 if the token was issued before somebody proved that the user's email is theirs, or if the account is being deleted. */
export const requireCurrentToken = async (
  sql: AnySql,
  userId: number,
  { issuedAt }: Pick<IdTokenClaims, 'issuedAt'>,
): Promise<void> => {
  if (!(await members.canSignInWithToken(sql, userId, issuedAt))) throw new HttpError('sign-in-failed')
}

const MAX_ATTEMPTS = 20

type NewMember = {
  email: string | null
  name: string | null
  isWaiting: boolean
  /** The invitation to use up, if one is needed; its `hash` is null if there is none. */
  invitation: { hash: Buffer | null } | null
}

const create = async (
  { sql, config, log }: Dependencies,
  googleId: string,
  { email, name, isWaiting, invitation }: NewMember,
): Promise<{ id: number }> =>
  sql.begin(async (tx) => {
    const canBecomeAdmin = isFirstUserAdmin(config)
    if (canBecomeAdmin) await lockFirstAccountCreation(tx)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const created = await members.insertUser(tx, {
        googleId,
        email,
        username: createPlaceholderUsername(name, attempt),
        trustLevel: config.limitsNewcomers ? 'newcomer' : 'member',
      })
      if (created) {
        if (invitation && !(invitation.hash && (await joinByInvitation(tx, invitation.hash, created.id))))
          throw new HttpError('invitation-required')
        if (isWaiting) await insertSignUpRequest(tx, created.id)
        if (canBecomeAdmin && (await members.grantAdminToFirstUser(tx, created.id)))
          log.warn(
            { userId: created.id },
            'The first account became an admin because HOST and PUBLIC_URL are loopback addresses',
          )
        return created
      }
      // Either another tab created the account first, or the username was taken.
      const existing = await members.selectUserByGoogleId(tx, googleId)
      if (existing) return existing
    }
    throw new Error('No free username was found')
  })

/**
 * Lowercases only ASCII letters. `toLowerCase` would turn characters such as U+212A (Kelvin sign) into an ASCII `k`.
 */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const cleanEmail = (email: string | null | undefined): string | null => {
  const clean = cleanText(email ?? '')
  return EMAIL.test(clean) && countCharacters(clean) <= MAX_EMAIL_LENGTH ? clean : null
}

const cleanName = (name: string | null | undefined): string | null =>
  truncateText(cleanText(name ?? ''), 100) || null
