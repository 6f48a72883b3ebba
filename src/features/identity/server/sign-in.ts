import { cleanText, countCharacters, cutText } from '#core/text.ts'
import type { Config } from '#server/config.ts'
import type { Sql } from '#server/database/connect.ts'
import type { Log } from '#server/log.ts'
import { isFirstAccountAdmin } from './admin-code.ts'
import { placeholderUsername } from './placeholder-username.ts'
import * as store from './store.ts'
import type { Claims } from './verify-token.ts'

type Parts = { sql: Sql; config: Pick<Config, 'oidc' | 'adminEmails' | 'publicUrl' | 'host'>; log: Log }
type Given = { displayName?: string | null | undefined; email?: string | null | undefined }

const EMAIL = /^[^\s@]+@[^\s@]+$/
const EMAIL_MOST = 320

/**
 * The account of a verified token: (provider, subject) and nothing else says whose it is, never the e-mail. What the
 * browser says only fills gaps, and makes nobody an admin. Answers the user's id.
 */
export const signIn = async (
  { sql, config, log }: Parts,
  claims: Claims,
  given: Given,
): Promise<{ id: number }> => {
  const googleId = `${config.oidc.providerId}:${claims.subject}`
  const email = cleanEmail(claims.email)
  const user =
    (await store.findUserByGoogleId(sql, googleId)) ??
    (await create({ sql, config, log }, googleId, {
      email: email ?? cleanEmail(given.email),
      name: cleanName(claims.name) ?? cleanName(given.displayName),
    }))
  await store.updateEmail(sql, user.id, email, cleanEmail(given.email))
  // The claim as it is: cleaning takes invisible characters away, and would make a look-alike address an admin's.
  if (claims.isEmailVerified && claims.email && config.adminEmails.includes(lowerAscii(claims.email)))
    await store.grantAdmin(sql, user.id)
  return user
}

const ATTEMPTS = 20

const create = async (
  { sql, config, log }: Parts,
  googleId: string,
  { email, name }: { email: string | null; name: string | null },
): Promise<{ id: number }> =>
  sql.begin(async (tx) => {
    const mayBeAdmin = isFirstAccountAdmin(config)
    if (mayBeAdmin) await store.lockFirstAccount(tx)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const made = await store.insertUser(tx, {
        googleId,
        email,
        username: placeholderUsername(name, attempt),
      })
      if (made) {
        if (mayBeAdmin && (await store.grantAdminToFirst(tx, made.id)))
          log.warn(
            { userId: made.id },
            'The first account became an admin, as HOST and PUBLIC_URL are this machine only',
          )
        return made
      }
      // Another tab may have been first; otherwise the name was taken.
      const found = await store.findUserByGoogleId(tx, googleId)
      if (found) return found
    }
    throw new Error('No free username was found')
  })

/** Unlike `toLowerCase`, leaves letters such as U+212A (Kelvin sign) alone, which it would turn into an ASCII `k`. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const cleanEmail = (email: string | null | undefined): string | null => {
  const clean = cleanText(email ?? '')
  return EMAIL.test(clean) && countCharacters(clean) <= EMAIL_MOST ? clean : null
}

const cleanName = (name: string | null | undefined): string | null =>
  cutText(cleanText(name ?? ''), 100) || null
