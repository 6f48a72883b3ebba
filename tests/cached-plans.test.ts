import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseJson } from '#core/parse-json.ts'
import { encodeFeedCursor } from '#features/feeds/contract.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createBenchTables, fillDatabase } from '../bench/fill.ts'
import { signIn, uncachedHeaders } from '../bench/scenarios.ts'
import { buildTestApp } from './support/app.ts'
import { provisionTestDatabase } from './support/database.ts'

/** PostgreSQL plans a statement for its values five times before it may cache a plan for all values. */
const REQUESTS = 8
const POSTS = 10_000
const FILL_TIMEOUT_MS = 300_000

const url = await provisionTestDatabase()
// With one connection of each kind, all requests use the same prepared statements.
const database = openDatabase({ url, max: 1, maxExpensive: 1 })
afterAll(database.close)

const visits = [
  '/api/posts',
  '/api/posts?sortBy=top',
  '/api/posts?sortBy=top&window=week',
  '/api/posts?sortBy=top&window=month',
  '/api/posts?sortBy=top&window=year',
  '/api/posts/default-window',
  '/api/posts/count',
  '/api/posts/showcase',
  '/api/topics',
  '/api/topics/topic-3',
  '/api/topics/topic-3/posts?sortBy=top',
  '/api/topics/topic-3/posts?sortBy=new',
  '/api/posts/1',
  '/api/posts/1/related',
  '/api/posts/1/comments',
  '/api/posts/1/lineage',
  '/api/posts/1/results',
  '/api/posts/1/versions',
  '/api/users/member1',
  '/api/users/member1/collections',
  '/api/users/member1/comments',
  '/api/skills',
  '/api/moderation-log',
  '/api/leaderboard',
  '/api/search?q=commonword',
  '/api/search?q=rareword',
  '/api/search/similar?title=commonword+and+rareword',
  '/api/search?q=commonword+rareword+topic',
  '/api/search?q=rarewrod',
  '/api/search/names?q=commonword',
  '/api/search/suggestions?q=comm',
]
/** Lists whose next page is requested, too. */
const continuedFeeds = [
  '/api/posts?sortBy=new',
  '/api/posts?sortBy=top',
  '/api/posts?sortBy=top&window=month',
  '/api/topics/topic-3/posts?sortBy=new',
]
const membersVisits = [
  '/api/posts/1/suggested-edits',
  '/api/user/followed-topics',
  '/api/user/recently-followed-members',
  '/api/user/bookmarks',
  '/api/user/collections',
  '/api/user/decisions',
  '/api/user/drafts',
  '/api/user/followed-collections',
  '/api/user/followed-members',
  '/api/user/mutes',
  '/api/user/optimizations',
  '/api/user/private-posts',
  '/api/user/reports',
  '/api/notifications',
  '/api/notifications/unread-count',
  '/api/posts?following=true',
  '/api/mentions?prefix=member1',
  '/api/tags?prefix=a',
]

beforeAll(async () => {
  const filling = openDatabase({ url, max: 2, statementTimeoutMs: 0 })
  await createBenchTables(filling)
  await fillDatabase(filling, POSTS, () => {})
  await filling.close()
  const app = await buildTestApp(database)
  const member = await signIn(database, 1)
  const get = async (path: string, headers: Record<string, string>) => {
    const { statusCode } = await app.inject({ url: path, headers })
    expect([path, statusCode]).toEqual([path, 200])
  }
  // The cursor is from the list itself, because another list can begin with the post that has the lowest score. After that
  // post, PostgreSQL expects no others, and would plan the statement anew for each cursor.
  const continueList = async (path: string) => {
    const cards = parseJson((await app.inject(path)).body) as PostCard[]
    return `${path}&after=${encodeFeedCursor(cards[2] as PostCard)}`
  }
  const nextPages = await Promise.all(continuedFeeds.map(continueList))
  for (let n = 0; n < REQUESTS; n += 1) {
    for (const path of [...visits, ...nextPages]) await get(path, uncachedHeaders)
    for (const path of [...visits, ...nextPages, ...membersVisits]) await get(path, member)
  }
}, FILL_TIMEOUT_MS)

const pools = { requests: database.sql, 'expensive reads': database.expensive.sql }

it.each(Object.entries(pools))(
  'caches the plans of frequent statements of %s',
  { tags: ['full'] },
  async (_, sql) => {
    const statements = await sql<{ statement: string; isCached: boolean }[]>`
    select statement, generic_plans > 0 as is_cached from pg_prepared_statements where generic_plans + custom_plans >= ${REQUESTS}::integer`
    expect(statements.length).toBeGreaterThan(5)
    expect(statements.filter(({ isCached }) => !isCached).map(({ statement }) => statement)).toEqual([])
  },
)

it.each(Object.entries(pools))(
  'reads no large table in full in the cached plans of %s',
  { tags: ['full'] },
  async (pool, sql) => {
    const statements = await sql<{ statement: string }[]>`
    select statement from pg_prepared_statements where generic_plans > 0 and statement ~ '^[[:space:]]*(select|with)'`
    // Only a statement without parameters of its own can explain one with parameters.
    const client = new pg.Client(url)
    await client.connect()
    if (pool === 'expensive reads') await client.query('set enable_seqscan = off')
    const reading: string[] = []
    for (const { statement } of statements) {
      const { rows } = await client.query<Record<string, string>>(`explain (generic_plan) ${statement}`)
      const lines = rows.flatMap((row) => Object.values(row))
      if (lines.some((line) => /Seq Scan on (posts|post_search|comments|votes)\b/.test(line)))
        reading.push(statement)
    }
    await client.end()
    expect(statements.length).toBeGreaterThan(5)
    expect(reading).toEqual([])
  },
)
