import { pages } from './pages.ts'
import { paths } from './paths.ts'

const words = (text: string): string[] => text.split(' ')

/** The paths of pages, and of files that the server makes, such as the sitemap. */
const sitePaths = [
  ...Object.values(pages).map(({ path }) => path),
  ...Object.values(paths).filter((path) => typeof path === 'string'),
]

/**
 * Returns the first segment of a path as a username could spell it: with letters and digits only and, if it is the name
 * of a file, with and without its ending.
 */
const toUsernames = (path: string): string[] => {
  const segment = path.split('/')[1] ?? ''
  return [segment, segment.replace(/\..*/, '')].map((name) => name.replace(/[^a-z0-9]/g, ''))
}

/** The first segment of every path of the site, and names that users could mistake for the site's staff. */
const RESERVED = new Set([
  ...sitePaths.flatMap(toUsernames),
  // Paths that only the server knows. `tests/reserved-usernames.test.ts` finds missing ones.
  ...words('api assets media identity icons site sitemap favicon healthz livez readyz metrics'),
  ...words('oauth embed oembed prompts wellknown'),
  ...words('login logout signin signout signup register account password user users'),
  ...words('root support moderator mod administrator system sysadmin webmaster postmaster hostmaster'),
  ...words('abuse contact info help me you staff team official security bot owner'),
  ...words('null undefined true false nan none unknown anonymous deleted everyone'),
])

/** Returns whether nobody may choose this username. Ignores case. */
export const isReservedUsername = (username: string): boolean => RESERVED.has(username.toLowerCase())
