// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'
import { seedPost, seedSession, seedUser } from '../support/builders.ts'
import { allowMs } from '../support/compare-times.ts'
import { createTemporaryFolder, startServer } from '../support/server-process.ts'

/** The maximum duration of any request, in milliseconds; the server's own limit is lower. */
const READ_MS = 1_000
const FEED_P99_MS = 100
/** How many times as long a feed page may take beside hostile reads as beside as many clients with harmless ones. */
const MAX_SLOWDOWN = 3
const SECONDS = 5

const folder = await mkdtemp(path.join(tmpdir(), 'prompts-hostile-'))
const { url, stop } = await startEmbeddedDatabase({ dataDir: folder, log: errorLogger, durable: false })
const database = openDatabase({ url, max: 3 })
let member: { cookie: string }

const words = Array.from({ length: 74 }, (_, n) => `${'bcdfghjklm'[n % 10]}${'qxz'[n % 3]}${n % 7}`)
const characters = [...'红书邮轮项目推广提示词语言开发者担任小']
const pairs = Array.from({ length: 8 }, (_, n) => `${characters[n * 2]}${characters[n * 2 + 1]}`)
const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

const queries: Record<string, string> = {
  'many short words': words.join(' '),
  'phrases of two characters': pairs.join(' '),
  'one long phrase': `"${words.join(' ')}`,
  'many phrases of two words': words.map((word, n) => `"${word} ${words[n + 1]}"`).join(' '),
  alternatives: words.join(' or '),
  'excluded words': words.map((word) => `-${word}`).join(' '),
  'excluded phrases': pairs.map((pair) => `-${pair}`).join(' '),
  'parts of one name': words.join('.'),
  'one run of characters': repeat(characters.join(''), 300),
  'words that occur nowhere': words.map((word) => `${word}y`).join(' '),
  'long words': repeat(`${'pneumono'.repeat(5)} ${'ultramicro'.repeat(4)} `, 300),
}

beforeAll(async () => {
  await migrate(database, errorLogger)
  const author = await seedUser(database)
  const reader = await seedUser(database)
  member = await seedSession(database, reader)
  const ofWords = repeat(`${words.join(' ')} `, 5_000)
  const ofCharacters = repeat(characters.join(''), 5_000)
  const long = repeat(`${words.join(' ')} ${pairs.join(' ')} ${characters.join('')} `, 199_000)
  for (let n = 0; n < 50; n += 1) {
    await seedPost(database, { by: author, title: `Words ${n}`, description: ofWords, prompt: ofWords })
    await seedPost(database, {
      by: author,
      title: `Signs ${n}`,
      description: ofCharacters,
      prompt: ofCharacters,
    })
    await seedPost(database, { by: author, title: `Long ${n}`, description: ofWords, prompt: long })
  }
  for (let n = 0; n < 100; n += 1) {
    const { id } = await seedPost(database, {
      by: reader,
      isPrivate: true,
      prompt: `${n} ${long}`.slice(0, 199_000),
    })
    await database.sql`insert into user_post_bookmarks (user_id, post_id) values (${reader.id}, ${id})`
  }
})
afterAll(async () => {
  await database.close()
  await stop()
  await rm(folder, { recursive: true, force: true })
})

const start = async () =>
  startServer({ dataDir: await createTemporaryFolder(), env: { DATABASE_URL: url, RATE_LIMIT_SCALE: '0' } })

type Answer = { status: number; ms: number }
const timed = async (href: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const begun = performance.now()
  const response = await fetch(href, { headers })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}

/** The headers of a visitor with the cookie of an expired session, whose responses bypass the cache. */
const visitor = { cookie: 'session=ended' }
const address = (base: string, q: string) => `${base}?q=${encodeURIComponent(q.slice(0, 300))}`

const percentile = (answers: readonly Answer[], part: number) => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

it.each(Object.entries(queries))('responds to a search for %s within a second', async (_, q) => {
  const { url: site } = await start()
  for (const headers of [visitor, member]) {
    // A harmless search of the same machine, at the same time.
    const maxMs = await allowMs(READ_MS, () => timed(site + address('/api/search', 'warm'), headers))
    const alone = await timed(site + address('/api/search', q), headers)
    expect(alone.status).toBe(200)
    expect(alone.ms).toBeLessThan(maxMs)
  }
})

it.each([
  ['searches by visitors', '/api/search', () => visitor, 18],
  ['searches by one member', '/api/search', () => member, 18],
  ['searches in bookmarks', '/api/user/bookmarks', () => member, 12],
] as const)(
  'keeps the feed and the health check fast during hostile %s',
  async (_, base, headers, atOnce) => {
    const { url: site } = await start()
    const load = async (searches: readonly string[], seconds: number) => {
      const end = performance.now() + seconds * 1000
      const until = async (ask: (n: number) => Promise<Answer>, pauseMs: number) => {
        const answers: Answer[] = []
        while (performance.now() < end) {
          answers.push(await ask(answers.length))
          // The pause between two requests of one reader.
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
        return answers
      }
      const ask = (n: number) => timed(site + address(base, searches[n % searches.length] ?? ''), headers())
      const [reads, feed, health] = await Promise.all([
        Promise.all(Array.from({ length: atOnce }, (_, at) => until((n) => ask(at + n), 10))),
        until(() => timed(`${site}/api/posts`, visitor), 20),
        until(() => timed(`${site}/healthz`), 100),
      ])
      return { reads: reads.flat(), feedMs: percentile(feed, 0.99), health }
    }
    // Compares with harmless reads on the same machine, because a slow machine is slow without an attack, too.
    await load(['zzzz'], 1)
    const harmless = await load(['zzzz'], SECONDS)
    const { reads, feedMs, health } = await load([...Object.values(queries), 'zzzz'], SECONDS)
    const slowest = percentile(reads, 1)
    const refused = reads.filter(({ status }) => status === 503).length
    const summary = `${reads.length} reads, ${refused} refused, the slowest after ${Math.round(slowest)} ms; feed p99 ${Math.round(feedMs)} ms, ${Math.round(harmless.feedMs)} ms beside ${harmless.reads.length} harmless reads`
    expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]))
    expect(reads.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    expect(slowest, summary).toBeLessThan(Math.max(READ_MS, (READ_MS / FEED_P99_MS) * harmless.feedMs))
    expect(feedMs, summary).toBeLessThan(Math.max(FEED_P99_MS, MAX_SLOWDOWN * harmless.feedMs))
  },
)
