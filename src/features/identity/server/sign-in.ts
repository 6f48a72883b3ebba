import { cleanText, countCharacters, cutText } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import { isFirstAccountAdmin } from './admin-code.ts'
import { placeholderUsername } from './placeholder-username.ts'
import * as store from './store.ts'
import type { Claims } from './verify-token.ts'

type Parts = { sql: Sql; config: Pick<Config, 'oidc' | 'adminEmails' | 'publicUrl' | 'host'>; log: Log }
type BrowserProfile = { displayName?: string | null | undefined; email?: string | null | undefined }

const EMAIL = /^[^\s@]+@[^\s@]+$/
const MAX_EMAIL_LENGTH = 320

/**
 * Finds or creates the user of a verified token. Only (provider, subject) identifies a user, never the email.
 * The browser's own fields only fill gaps and never make anyone an admin.
 */
export const signIn = async (
  { sql, config, log }: Parts,
  claims: Claims,
  profile: BrowserProfile,
): Promise<{ id: number }> => {
  const googleId = `${config.oidc.providerId}:${claims.subject}`
  const email = cleanEmail(claims.email)
  const user =
    (await store.findUserByGoogleId(sql, googleId)) ??
    (await create({ sql, config, log }, googleId, {
      email: email ?? cleanEmail(profile.email),
      name: cleanName(claims.name) ?? cleanName(profile.displayName),
    }))
  await store.updateEmail(sql, user.id, email, cleanEmail(profile.email))
  // Compares the raw claim: cleaning removes invisible characters and would turn a look-alike into an admin's
  // email.
  if (claims.isEmailVerified && claims.email && config.adminEmails.includes(lowerAscii(claims.email)))
    await store.grantAdmin(sql, user.id)
  return user
}

const MAX_ATTEMPTS = 20

const create = async (
  { sql, config, log }: Parts,
  googleId: string,
  { email, name }: { email: string | null; name: string | null },
): Promise<{ id: number }> =>
  sql.begin(async (tx) => {
    const canBecomeAdmin = isFirstAccountAdmin(config)
    if (canBecomeAdmin) await store.lockFirstAccount(tx)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const created = await store.insertUser(tx, {
        googleId,
        email,
        username: placeholderUsername(name, attempt),
      })
      if (created) {
        if (canBecomeAdmin && (await store.grantAdminToFirst(tx, created.id)))
          log.warn(
            { userId: created.id },
            'The first account became an admin because HOST and PUBLIC_URL are loopback addresses',
          )
        return created
      }
      // Either another tab created the account first, or the username was taken.
      const existing = await store.findUserByGoogleId(tx, googleId)
      if (existing) return existing
    }
    throw new Error('No free username was found')
  })

/** Lowercases ASCII only; `toLowerCase` would turn letters such as U+212A (Kelvin sign) into an ASCII `k`. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const cleanEmail = (email: string | null | undefined): string | null => {
  const clean = cleanText(email ?? '')
  return EMAIL.test(clean) && countCharacters(clean) <= MAX_EMAIL_LENGTH ? clean : null
}

const cleanName = (name: string | null | undefined): string | null =>
  cutText(cleanText(name ?? ''), 100) || null
