import { limits } from '#core/limits.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import { type Proposal, suffixFor } from './free-names.ts'

/** Returns the first of a list of contributors, who is the author. */
export const firstContributor = (contributors: string): string =>
  (contributors.split(/[,;]/).find((name) => name.trim()) ?? '').trim().replace(/^@/, '')

/**
 * Proposes usernames for a contributor: 3 to 20 letters and digits, never a reserved word
 * (docs/spec/forms.md#profile).
 */
export const usernamesFor = (contributor: string): Proposal => {
  const letters = contributor.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  const base = letters.length < limits.usernameMin ? `author${letters}` : letters
  const needsSuffix = letters.length < limits.usernameMin || isReserved(base.slice(0, limits.usernameMax))
  return (attempt) => {
    const suffixAttempt = needsSuffix ? attempt + 1 : attempt
    const suffix = suffixAttempt === 0 ? '' : suffixFor(contributor, suffixAttempt)
    return base.slice(0, limits.usernameMax - suffix.length) + suffix
  }
}
