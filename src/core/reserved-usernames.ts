import { paths } from './paths.ts'

const words = (text: string): string[] => text.split(' ')

/** The first segment of every path of the site, and names that users could mistake for the site's staff. */
const RESERVED = new Set([
  ...Object.values(paths)
    .filter((path) => typeof path === 'string')
    .map((path) => path.split('/')[1]?.replace(/[^a-z0-9]/g, '') ?? ''),
  ...words('t u post private api auth media assets identity og healthz livez readyz metrics sitemap'),
  ...words('login logout signin signout signup register account password profile user users'),
  ...words('root support moderator mod administrator system sysadmin webmaster postmaster hostmaster'),
  ...words('abuse contact info help about terms privacy me you staff team official security bot owner'),
  ...words('null undefined true false nan none unknown anonymous deleted everyone'),
])

/** Returns whether nobody may choose this username. Ignores case. */
export const isReservedUsername = (username: string): boolean => RESERVED.has(username.toLowerCase())
