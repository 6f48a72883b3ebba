import { limits } from '#core/limits.ts'
import { isReserved } from '#features/identity/reserved-usernames.ts'
import { type Proposal, suffixFor } from './free-names.ts'

/** The first of a list of contributors is the author. */
export const firstContributor = (contributors: string): string =>
  (contributors.split(/[,;]/).find((name) => name.trim()) ?? '').trim().replace(/^@/, '')

/** Usernames for a contributor: letters and digits, 3 to 20, never a reserved word (section 5). */
export const usernamesFor = (contributor: string): Proposal => {
  const letters = contributor.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  const base = letters.length < limits.usernameMin ? `author${letters}` : letters
  const needsSuffix = letters.length < limits.usernameMin || isReserved(base.slice(0, limits.usernameMax))
  return (attempt) => {
    const from = needsSuffix ? attempt + 1 : attempt
    const suffix = from === 0 ? '' : suffixFor(contributor, from)
    return base.slice(0, limits.usernameMax - suffix.length) + suffix
  }
}
