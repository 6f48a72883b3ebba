import { paths } from '#core/paths.ts'

/** The first part of every address of the site, and words that would pass for the site's own voice. */
const RESERVED = new Set([
  ...Object.values(paths)
    .filter((path) => typeof path === 'string')
    .map((path) => path.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? ''),
  ...['t', 'u', 'post', 'private', 'api', 'auth', 'media', 'assets', 'identity', 'og', 'healthz', 'sitemap'],
  ...['login', 'logout', 'signin', 'signout', 'signup', 'register', 'account', 'password', 'profile', 'user'],
  ...['users', 'root', 'support', 'moderator', 'mod', 'administrator', 'system', 'sysadmin', 'webmaster'],
  ...[
    'postmaster',
    'hostmaster',
    'abuse',
    'contact',
    'info',
    'help',
    'about',
    'terms',
    'privacy',
    'me',
    'you',
  ],
  ...['null', 'undefined', 'true', 'false', 'nan', 'none', 'unknown', 'anonymous', 'deleted', 'everyone'],
  ...['staff', 'team', 'official', 'security', 'bot', 'owner'],
])

/** Whatever the case. */
export const isReserved = (username: string): boolean => RESERVED.has(username.toLowerCase())
