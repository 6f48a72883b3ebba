import { countCharacters } from '#core/text.ts'
import { estimatePassword } from './password-estimate.ts'

export const PASSWORD_LEAST = 10
export const PASSWORD_MOST = 200
const MIN_SCORE = 3

/** The e-mail is normalized. It, its first part, the name and the site's name are what others guess first. */
type Owner = { email: string; siteName: string; name?: string }

export type PasswordCheck = { score: number; fault: string | null }

/** What is wrong with a new password, or null. */
export const passwordFault = async (password: string, owner: Owner): Promise<string | null> =>
  (await checkNewPassword(password, owner)).fault

/** How strong a new password is, from 0 to 4, and why it is refused, if it is. */
export const checkNewPassword = async (
  password: string,
  { email, siteName, name = '' }: Owner,
): Promise<PasswordCheck> => {
  const length = countCharacters(password)
  if (length > PASSWORD_MOST)
    return { score: 0, fault: `The password must be at most ${PASSWORD_MOST} characters` }
  const known = [
    email,
    email.split('@')[0] ?? '',
    siteName.toLowerCase(),
    ...name.toLowerCase().split(/\s+/),
  ].filter((word) => word.length > 3)
  const { score, reason } = await estimatePassword(password, known)
  if (length < PASSWORD_LEAST)
    return { score: Math.min(score, 1), fault: `The password must be at least ${PASSWORD_LEAST} characters` }
  const lower = password.toLowerCase()
  if (known.some((word) => lower.includes(word) && lower.length < word.length + 6))
    return {
      score: 0,
      fault: `${EASY}: it is your e-mail, your name or the name of the site, with little added.`,
    }
  if (score < MIN_SCORE) return { score, fault: `${EASY}. ${reason}`.trim() }
  return { score, fault: null }
}

const EASY = 'This password is too easy to guess'
