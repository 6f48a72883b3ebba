import { createHash, randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { type Database, openDatabase } from '#server/database/connect.ts'

let database: Database | undefined

/** Connects to the site's database to create data that cannot be created through the pages. */
export const getSiteDatabase = (): Database => {
  database ??= openDatabase({ url: process.env.SITE_DATABASE_URL ?? '', max: 1 })
  return database
}

export const getSiteSql = (): Database['sql'] => getSiteDatabase().sql

/** Creates a member and signs this browser in; returns the username. */
export const signIn = async (context: BrowserContext, { isAdmin = false } = {}): Promise<string> => {
  const { username, token } = await createMemberSession({ isAdmin })
  await setSession(context, token)
  return username
}

/** Signs this browser in with the token of an existing session. */
export const setSession = (context: BrowserContext, token: string): Promise<void> =>
  context.addCookies([{ name: 'session', value: token, url: process.env.SITE_URL ?? '' }])

/** Creates a member with a session; `token` is the value of its cookie. */
export const createMemberSession = async ({
  isAdmin = false,
} = {}): Promise<{ username: string; token: string }> => {
  const username = `member${randomBytes(4).toString('hex')}`
  const token = randomBytes(24).toString('base64url')
  const sql = getSiteSql()
  const [user] = await sql<{ id: number }[]>`
    insert into users (username, google_id, profile_completed, is_admin)
    values (${username}, ${`test:${username}`}, true, ${isAdmin}) returning id`
  await sql`
    insert into sessions (token_hash, user_id)
    values (${createHash('sha256').update(token).digest()}, ${user?.id ?? 0})`
  return { username, token }
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
