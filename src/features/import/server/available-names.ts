import { createHash } from 'node:crypto'
import { limits } from '#core/limits.ts'
import { isReservedUsername } from '#core/reserved-usernames.ts'

/** Returns the first contributor in a list, who becomes the author. */
export const getFirstContributor = (contributors: string): string =>
  (contributors.split(/[,;]/).find((name) => name.trim()) ?? '').trim().replace(/^@/, '')

/**
 * Proposes usernames for a contributor: 3 to 20 letters and digits, never a reserved word
 * (docs/spec/forms.md#profile).
 */
export const createUsernameGenerator = (contributor: string): NameGenerator => {
  const letters = contributor.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '')
  const base = letters.length < limits.minUsername ? `author${letters}` : letters
  const needsSuffix =
    letters.length < limits.minUsername || isReservedUsername(base.slice(0, limits.maxUsername))
  return (attempt) => {
    const suffixAttempt = needsSuffix ? attempt + 1 : attempt
    const suffix = suffixAttempt === 0 ? '' : getDeterministicSuffix(contributor, suffixAttempt)
    return base.slice(0, limits.maxUsername - suffix.length) + suffix
  }
}

/** Proposes a name: the plain name on attempt 0, then names with increasingly long suffixes. */
export type NameGenerator = (attempt: number) => string

/**
 * Finds a free name for each proposal, in order, with one query per attempt for all of them. `taken` returns
 * which of the names are in use.
 */
export const findAvailableNames = async (
  proposals: readonly NameGenerator[],
  taken: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> => {
  const chosen = new Map<number, string>()
  const used = new Set<string>()
  for (let attempt = 0; chosen.size < proposals.length; attempt += 1) {
    const unresolved = [...proposals.keys()].filter((index) => !chosen.has(index))
    const names = unresolved.map((index) => proposals[index]?.(attempt) ?? '')
    const inUse = await taken([...new Set(names)])
    for (const [position, index] of unresolved.entries()) {
      const name = names[position] ?? ''
      if (inUse.has(name) || used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      chosen.set(index, name)
    }
  }
  return [...proposals.keys()].map((index) => chosen.get(index) ?? '')
}

/**
 * Returns a suffix of letters and digits. It depends only on the text, so that importing a file into two sites
 * produces the same links.
 */
export const getDeterministicSuffix = (text: string, attempt: number): string =>
  BigInt(
    `0x${createHash('sha256')
      .update(`${text}\0${attempt > 4 ? attempt : 0}`)
      .digest('hex')}`,
  )
    .toString(36)
    .slice(-Math.min(2 + attempt * 2, 10))
