import { randomInt } from 'node:crypto'
import { limits } from '#core/limits.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'

/**
 * A username until the member chooses their own. It is derived from their name if possible; each attempt
 * after a clash appends more random digits.
 */
export const placeholderUsername = (name: string | null, attempt: number): string => {
  const letters = (name ?? '').normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  const isUsable = letters.length >= limits.usernameMin && !isReserved(letters.slice(0, limits.usernameMax))
  if (isUsable && attempt === 0) return letters.slice(0, limits.usernameMax)
  const digits = String(randomInt(10 ** Math.min(4 + attempt, 12)))
  return (isUsable ? letters : 'user').slice(0, limits.usernameMax - digits.length) + digits
}
