import { createHash, randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import type { TrustLevel } from '#core/trust.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'

let database: Database | undefined

/** Connects to the site's database to create data that cannot be created through the pages. */
export const getSiteDatabase = (): Database => {
  database ??= openDatabase({ url: process.env.SITE_DATABASE_URL ?? '', max: 1 })
  return database
}

export const closeSiteDatabase = async (): Promise<void> => {
  await database?.close()
}

export const getSiteSql = (): Database['sql'] => getSiteDatabase().sql

/** Creates a member and signs this browser in; returns the username. */
export const signIn = async (context: BrowserContext, options: MemberOptions = {}): Promise<string> => {
  const { username, token } = await createMemberSession(options)
  await setSession(context, token)
  return username
}

/** Signs this browser in with the token of an existing session. */
export const setSession = (context: BrowserContext, token: string): Promise<void> =>
  context.addCookies([{ name: 'session', value: token, url: process.env.SITE_URL ?? '' }])

type MemberOptions = {
  isAdmin?: boolean
  isModerator?: boolean
  moderatedTopics?: number[]
  isSuspended?: boolean
  profileCompleted?: boolean
  trustLevel?: TrustLevel
}

/**
 * Creates a member with a session; `token` is the value of its cookie. It is no newcomer by default: posts of several newcomers
 * with the same text are hidden by the job that looks for spam every five minutes.
 */
export const createMemberSession = async ({
  isAdmin = false,
  isModerator = false,
  moderatedTopics = [],
  isSuspended = false,
  profileCompleted = true,
  trustLevel = 'member',
}: MemberOptions = {}) => {
  const username = `member${randomBytes(4).toString('hex')}`
  const email = `${username}@example.org`
  await getSiteSql()`
    insert into users (username, google_id, profile_completed, is_admin, email, is_moderator, moderated_topics, is_suspended, is_muted, trust_level)
    values (${username}, ${`test:${username}`}, ${profileCompleted}, ${isAdmin}, ${email}, ${isModerator}, ${moderatedTopics}::integer[],
      ${isSuspended}, ${isSuspended}, ${trustLevel})`
  return { username, email, token: await createSession(username) }
}

/** Signs a member in from a browser with this user agent; returns the value of the session cookie. */
export const createSession = async (username: string, userAgent = ''): Promise<string> => {
  const token = randomBytes(24).toString('base64url')
  await getSiteSql()`
    insert into sessions (token_hash, user_id, user_agent)
    select ${createHash('sha256').update(token).digest()}, id, ${userAgent} from users where username = ${username}`
  return token
}

/** Creates the topics that the sidebar tests look for. */
export const seedSidebarTopics = async (): Promise<void> => {
  const sql = getSiteSql()
  for (const [name, slug, isHot] of [
    ['Browser Tests', 'browser-tests', true],
    ['Café & Küche', 'café-&-küche', false],
  ] as const) {
    await sql`insert into topics (name, slug, is_hot) values (${name}, ${slug}, ${isHot}) on conflict do nothing`
  }
}
