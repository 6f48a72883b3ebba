import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import { type Proposal, suffixFor } from './free-names.ts'

const RESERVED = new Set([
  ...Object.values(paths)
    .filter((path) => typeof path === 'string')
    .map((path) => path.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? ''),
  ...['t', 'u', 'post', 'private', 'api', 'media', 'assets', 'identity', 'og', 'healthz', 'login', 'logout'],
  ...['signin', 'signup', 'root', 'support', 'moderator', 'administrator', 'system', 'help', 'about', 'me'],
  ...[
    'null',
    'undefined',
    'true',
    'false',
    'anonymous',
    'deleted',
    'everyone',
    'staff',
    'official',
    'security',
  ],
])

export const isReserved = (username: string): boolean => RESERVED.has(username.toLowerCase())

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
