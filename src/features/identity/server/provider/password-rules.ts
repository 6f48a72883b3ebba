import { countCharacters } from '#core/text.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../contract-values.ts'
import { estimateInWorker } from './estimate-in-worker.ts'
import type { HashRequester } from './password-hash.ts'

const MIN_SCORE = 3
/** The email, its local part, the site's name and ten words of the person's name. */
const MAX_OWNER_WORDS = 13

/**
 * The words that an attacker tries first: the normalized email, its local part, the person's name and the site's
 * name.
 */
type Owner = { email: string; siteName: string; name?: string }

export type PasswordRating = { score: number; fault: string | null }

/** A person at an operator's command line or in a test, who is not limited. */
const NOBODY: HashRequester = { key: '', isTrusted: true, isLimited: false }

/**
 * Returns the reason why a new password is rejected, or null if it is accepted. Checks the length first, because it
 * costs nothing.
 */
export const findPasswordError = async (
  password: string,
  owner: Owner,
  requester = NOBODY,
): Promise<string | null> =>
  findLengthError(password) ?? (await ratePassword(password, owner, requester)).fault

const findLengthError = (password: string): string | null => {
  const length = password.length > 2 * MAX_PASSWORD_LENGTH ? Infinity : countCharacters(password)
  if (length > MAX_PASSWORD_LENGTH) return `Password must be at most ${MAX_PASSWORD_LENGTH} characters`
  if (length < MIN_PASSWORD_LENGTH) return `Password must be at least ${MIN_PASSWORD_LENGTH} characters`
  return null
}

/** Rates a new password from 0 to 4. `fault` is the reason why it is rejected, or null if it is accepted. */
export const ratePassword = async (
  password: string,
  { email, siteName, name = '' }: Owner,
  requester = NOBODY,
): Promise<PasswordRating> => {
  const lengthError = findLengthError(password)
  if (lengthError && password.length > MAX_PASSWORD_LENGTH) return { score: 0, fault: lengthError }
  const ownerWords = [
    email,
    email.split('@')[0] ?? '',
    siteName.toLowerCase(),
    ...name.toLowerCase().split(/\s+/),
  ]
    .filter((word) => word.length > 3)
    .slice(0, MAX_OWNER_WORDS)
  const { score, reason } = await estimateInWorker(password, ownerWords, requester)
  if (lengthError) return { score: Math.min(score, 1), fault: lengthError }
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
