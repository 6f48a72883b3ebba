import { randomBytes } from 'node:crypto'
import { limits } from '#core/limits.ts'
import type { Viewer } from '#core/viewer.ts'
import { listFeed } from '#features/feeds/server/feed-query.ts'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { listCards } from '#features/posts/server/card-query.ts'
import type { Database } from '#server/database/connect.ts'
import { hashToken } from '#server/session/read-session.ts'
import type { Target } from './measure.ts'

/** Requests with a session cookie bypass the response cache, also when the session does not exist. */
export const uncached = { cookie: `session=${'x'.repeat(43)}` }
const any = (most: number) => 1 + Math.floor(Math.random() * most)
const always = (path: string) => () => path

export type Scenario = Target & {
  /** Compared with a static reply of the same bytes. */
  isStaticLimit?: true
  /** Compared with the least that can answer it. */
  isLeastLimit?: true
  /** Compared with this, bare. */
  query?: () => Promise<unknown>
  aim?: string
}

/** What is measured at each size. Visitors' pages that change with the address are asked uncached. */
export const scenarios = (database: Database, posts: number, member: Record<string, string>): Scenario[] => [
  { name: 'home page, visitor', path: always('/'), isStaticLimit: true, aim: '≥ 0.7 of static' },
  {
    name: 'first feed page, visitor',
    path: always('/api/posts'),
    isStaticLimit: true,
    aim: '≥ 0.7 of static',
  },
  {
    name: 'feed, member (never cached)',
    path: always('/api/posts'),
    headers: member,
    query: plainFeed(database),
    aim: '≥ 0.6 of the query',
  },
  {
    name: 'feed, member, against the query with its plan kept',
    path: always('/api/posts'),
    headers: member,
    query: keptFeed(database, reader),
  },
  {
    name: 'feed, member, against the least that can answer it',
    path: always('/api/posts'),
    headers: member,
    isLeastLimit: true,
  },
  { name: 'home page, uncached', path: always('/'), headers: uncached },
  {
    name: 'topic feed, uncached',
    path: () => `/api/topics/topic-${any(20)}/posts?sortBy=top`,
    headers: uncached,
  },
  { name: 'post page, uncached', path: () => `/post/${any(posts)}`, headers: uncached },
  {
    name: 'profile, uncached',
    path: () => `/api/users/member${any(Math.round(posts / 20))}`,
    headers: uncached,
  },
  {
    name: 'search: a rare word, in twenty posts',
    path: always('/api/search?q=rareword'),
    headers: member,
    aim: 'p99 < 100 ms',
  },
  {
    name: 'search: a word in a tenth of the posts',
    path: always('/api/search?q=commonword'),
    headers: member,
    aim: 'p99 < 100 ms',
  },
  {
    name: 'search: a sentence, with partial matches',
    path: always('/api/search?q=please+write+commonword+about+rareword'),
    headers: member,
    aim: 'p99 < 100 ms',
  },
  { name: 'search: a typo', path: always('/api/search?q=rarewrod'), headers: member, aim: 'p99 < 100 ms' },
  { name: 'feed at offset 10', path: always('/api/posts?offset=10'), headers: uncached },
  {
    name: 'feed at offset 10,000',
    path: always('/api/posts?offset=9990'),
    aim: '≤ 3 × offset 10',
    headers: uncached,
  },
]

const reader: Viewer = {
  id: 1,
  username: '',
  avatar: null,
  isAdmin: false,
  isMuted: false,
  profileCompleted: true,
}

/** The member's feed, bare, as one would write it: PostgreSQL plans it anew each time. */
const plainFeed =
  ({ sql }: Database) =>
  () =>
    listCards(
      sql,
      reader,
      sql`select id, row_number() over () as ord from (
            select id from posts where not is_private
            order by created_at desc, id desc limit ${limits.page} offset ${0}) as ids`,
    )

/** The same as the site asks it: so that the plan is kept (decision 25). */
export const keptFeed =
  ({ sql }: Database, viewer: Viewer) =>
  () =>
    listFeed(sql, viewer, { limit: limits.page, offset: 0, sortBy: 'new', types: [], models: [] })

/** What the server asks of PostgreSQL for every signed-in request, bare. */
export const bareSession = (database: Database, headers: Record<string, string>) => {
  const hash = hashToken(headers.cookie?.replace('session=', '') ?? '')
  return () => findViewer(database, hash)
}

export const signIn = async ({ sql }: Database, userId: number): Promise<Record<string, string>> => {
  const token = randomBytes(24).toString('base64url')
  await sql`insert into sessions (token_hash, user_id) values (${hashToken(token)}, ${userId})`
  return { cookie: `session=${token}` }
}
