import { randomBytes } from 'node:crypto'
import { limits } from '#core/limits.ts'
import { noPostFilters } from '#core/post-filters.ts'
import type { Viewer } from '#core/viewer.ts'
import { selectFeed } from '#features/feeds/server/feed-query.ts'
import { findViewer } from '#features/identity/server/find-viewer.ts'
import { selectCards } from '#features/posts/server/card-query.ts'
import type { Database } from '#server/database/connect.ts'
import { hashSessionToken } from '#server/session/session-cookie.ts'
import { buildViewer } from '../tests/support/viewer.ts'
import type { LoadTarget } from './measure.ts'

/** So many that reading all of them takes longer than caches keep responses, and posts are read from the database again. */
const STORED_POSTS = 3_000
/** Requests with a session cookie bypass the anonymous response cache, even if the session does not exist. */
export const uncachedHeaders = { cookie: `session=${'x'.repeat(43)}` }
const compressed = { 'accept-encoding': 'gzip, deflate, br' }
const randomId = (max: number) => 1 + Math.floor(Math.random() * max)
/** Returns the beginning of a search query, as if a user were still typing it. */
const randomBeginning = () => {
  const words = ['commonword', 'rareword', 'commonword+rareword', 'rareword+commonword', 'topic', 'member']
  const word = words[randomId(words.length) - 1] ?? ''
  return word.slice(0, 1 + randomId(word.length - 1))
}
const constant = (path: string) => () => path

export type Scenario = LoadTarget & {
  /** Set if the baseline is a static response with the same bytes. */
  hasStaticBaseline?: true
  /** Set if the baseline is a minimal server that serves the same request. */
  hasMinimalBaseline?: true
  /** The baseline is another request to the site. */
  baselineRequest?: LoadTarget
  /** The baseline query, which is run directly. */
  baselineQuery?: () => Promise<unknown>
  target?: string
  /** The number of requests before the measurement, if more than usual. */
  warmUps?: number
  /** Whether `--profile` breaks the cost of this scenario down into its parts. */
  isProfiled?: true
}

/**
 * Returns the pages and responses whose cost `--profile` breaks down, in addition to the post with 100 comments. Those
 * that are new each time are what nobody has requested yet, such as a search engine's visits.
 */
export const createProfiledScenarios = async (
  database: Database,
  posts: number,
  member: Record<string, string>,
): Promise<Scenario[]> => {
  const nextQuery = await createQuerySource(database)
  const nextPost = takeInTurn(shuffle(Array.from({ length: posts }, (_, index) => index + 1)))
  return (
    [
      ['home', constant('/'), uncachedHeaders],
      ['list', constant('/t/topic-3'), uncachedHeaders],
      ['search page', constant('/?q=commonword'), uncachedHeaders],
      ['search page, new each time', () => `/?q=${nextQuery()}`, {}],
      ['post', constant('/post/1'), uncachedHeaders],
      ['post, new each time', () => `/post/${nextPost()}`, {}],
      ["member's home", constant('/'), member],
      ["member's list", constant('/t/topic-3'), member],
      ["member's feed, JSON", constant('/api/posts'), member],
      ['search, JSON', constant('/api/search?q=commonword'), member],
      ['search, JSON, new each time', () => `/api/search?q=${nextQuery()}`, member],
    ] as const
  ).map(([name, path, headers]) => ({
    name,
    path,
    headers: { ...headers, ...compressed },
    isProfiled: true,
  }))
}

/**
 * Returns the profiled scenarios that are new each time, and those that request the same page repeatedly beside them, and posts
 * that were read before, but so long ago that only their pages are stored.
 */
export const createFirstViewScenarios = async (
  ...parameters: Parameters<typeof createProfiledScenarios>
): Promise<Scenario[]> => {
  const scenarios = await createProfiledScenarios(...parameters)
  const nextStored = takeInTurn(Array.from({ length: STORED_POSTS }, (_, index) => index + 1))
  return [
    ...scenarios.filter(({ name }) => /^(post|search)/.test(name)),
    {
      name: 'post, stored',
      path: () => `/post/${nextStored()}`,
      headers: compressed,
      warmUps: STORED_POSTS,
    },
  ]
}

/** Returns a function that returns another search query each time. */
export const createQuerySource = async ({ sql }: Database): Promise<() => string> => {
  const next = takeInTurn(await selectQueries(sql))
  return () => next() ?? ''
}

/** Returns 10,000 queries of one to three words that follow each other in a post, in random order. */
const selectQueries = async (sql: Database['sql']): Promise<string[]> => {
  const rows = await sql<{ query: string }[]>`
    select array_to_string((string_to_array(description, ' '))[1 + id % 20:1 + id % 20 + id % 3], '+') as query
    from posts where not is_private order by random() limit 10000`
  return rows.map(({ query }) => query)
}

const shuffle = <T>(items: T[]): T[] =>
  items
    .map((item): [T, number] => [item, Math.random()])
    .sort(([, a], [, b]) => a - b)
    .map(([item]) => item)

const takeInTurn = <T>(items: readonly T[]) => {
  let index = -1
  return () => {
    index = (index + 1) % items.length
    return items[index]
  }
}

/** Returns the scenarios for one size. Visitors' requests with varying URLs bypass the cache. */
export const createScenarios = (
  database: Database,
  posts: number,
  member: Record<string, string>,
): Scenario[] => [
  { name: 'home page, visitor', path: constant('/'), hasStaticBaseline: true, target: '≥ 0.7 of static' },
  {
    name: 'first feed page, visitor',
    path: constant('/api/posts'),
    hasStaticBaseline: true,
    target: '≥ 0.7 of static',
  },
  {
    name: 'feed, member (never cached)',
    path: constant('/api/posts'),
    headers: member,
    baselineQuery: plainFeed(database),
    target: '≥ 0.6 of the query',
  },
  {
    name: 'feed, member, compared with the query with a cached plan',
    path: constant('/api/posts'),
    headers: member,
    baselineQuery: createCachedPlanFeedQuery(database, reader),
  },
  {
    name: 'feed, member, compared with a minimal server',
    path: constant('/api/posts'),
    headers: member,
    hasMinimalBaseline: true,
  },
  { name: 'home page, uncached', path: constant('/'), headers: uncachedHeaders },
  {
    name: 'topic feed, uncached',
    path: () => `/api/topics/topic-${randomId(20)}/posts?sortBy=top`,
    headers: uncachedHeaders,
  },
  { name: 'post page, uncached', path: () => `/post/${randomId(posts)}`, headers: uncachedHeaders },
  {
    name: 'profile, uncached',
    path: () => `/api/users/member${randomId(Math.round(posts / 20))}`,
    headers: uncachedHeaders,
  },
  {
    name: 'search: a rare word, in twenty posts',
    path: constant('/api/search?q=rareword'),
    headers: member,
    target: 'p99 < 100 ms',
  },
  {
    name: 'search: a word in a tenth of the posts',
    path: constant('/api/search?q=commonword'),
    headers: member,
    target: 'p99 < 100 ms',
  },
  {
    name: 'search: a sentence, with partial matches',
    path: constant('/api/search?q=please+write+commonword+about+rareword'),
    headers: member,
    target: 'p99 < 100 ms',
  },
  {
    name: 'search: a typo',
    path: constant('/api/search?q=rarewrod'),
    headers: member,
    target: 'p99 < 100 ms',
  },
  {
    name: 'suggestions while typing',
    path: () => `/api/search/suggestions?q=${randomBeginning()}`,
    headers: member,
    target: 'p99 ≤ 50 ms',
  },
  {
    name: "a month's best posts, uncached",
    path: constant('/api/posts?sortBy=top&window=month'),
    headers: uncachedHeaders,
  },
  {
    name: "a year's best posts, uncached",
    path: constant('/api/posts?sortBy=top&window=year'),
    headers: uncachedHeaders,
  },
  { name: 'feed at offset 10', path: constant('/api/posts?offset=10'), headers: uncachedHeaders },
  {
    name: 'feed at offset 10,000',
    path: constant('/api/posts?offset=9990'),
    target: '≤ 3 × offset 10',
    headers: uncachedHeaders,
  },
]

const reader = buildViewer()

/** Runs the straightforward form of the query for a member's feed, which PostgreSQL plans on each execution. */
const plainFeed =
  ({ sql }: Database) =>
  () =>
    selectCards(
      sql,
      reader,
      sql`select id, row_number() over () as ord from (
            select id from posts where not is_private
            order by created_at desc, id desc limit ${limits.pageSize} offset ${0}) as ids`,
    )

/** Runs the site's own form of the same query, whose plan PostgreSQL caches (decision 25). */
export const createCachedPlanFeedQuery =
  ({ sql }: Database, viewer: Viewer) =>
  () =>
    selectFeed(sql, viewer, { limit: limits.pageSize, offset: 0, sortBy: 'new', ...noPostFilters })

/** Directly runs the session lookup that every signed-in request performs. */
export const createSessionLookup = (database: Database, headers: Record<string, string>) => {
  const hash = hashSessionToken(headers.cookie?.replace('session=', '') ?? '')
  return () => findViewer(database, hash)
}

export const signIn = async ({ sql }: Database, userId: number): Promise<Record<string, string>> => {
  const token = randomBytes(24).toString('base64url')
  await sql`insert into sessions (token_hash, user_id) values (${hashSessionToken(token)}, ${userId})`
  return { cookie: `session=${token}` }
}
