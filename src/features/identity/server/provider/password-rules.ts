import { countCharacters } from '#core/text.ts'
import { estimatePasswordStrength } from './password-estimate.ts'

export const MIN_PASSWORD_LENGTH = 10
export const MAX_PASSWORD_LENGTH = 200
const MIN_SCORE = 3

/**
 * The words that an attacker tries first: the normalized email, its local part, the person's name and the site's
 * name.
 */
type Owner = { email: string; siteName: string; name?: string }

export type PasswordRating = { score: number; fault: string | null }

/** Returns the reason why a new password is rejected, or null if it is accepted. */
export const findPasswordError = async (password: string, owner: Owner): Promise<string | null> =>
  (await ratePassword(password, owner)).fault

/** Rates a new password from 0 to 4. `fault` is the reason why it is rejected, or null if it is accepted. */
export const ratePassword = async (
  password: string,
  { email, siteName, name = '' }: Owner,
): Promise<PasswordRating> => {
  const length = countCharacters(password)
  if (length > MAX_PASSWORD_LENGTH)
    return { score: 0, fault: `Password must be at most ${MAX_PASSWORD_LENGTH} characters` }
  const ownerWords = [
    email,
    email.split('@')[0] ?? '',
    siteName.toLowerCase(),
    ...name.toLowerCase().split(/\s+/),
  ].filter((word) => word.length > 3)
  const { score, reason } = await estimatePasswordStrength(password, ownerWords)
  if (length < MIN_PASSWORD_LENGTH)
    return { score: Math.min(score, 1), fault: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` }
  const lower = password.toLowerCase()
  if (ownerWords.some((word) => lower.includes(word) && lower.length < word.length + 6))
    return {
      score: 0,
      fault: `${EASY}: it is little more than your email, your name or the name of the site.`,
    }
  if (score < MIN_SCORE) return { score, fault: `${EASY}. ${reason}`.trim() }
  return { score, fault: null }
}

const EASY = 'This password is too easy to guess'
