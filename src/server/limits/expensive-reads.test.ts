import { describe, expect, it, vi } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { scaleTimeLimit } from './scale-time-limit.ts'

const database = await createTestDatabase()

/** Scales limits down by a factor of 100: 300 becomes 3, 600 becomes 6 and 1,200 becomes 12. */
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.01' })
const topic = await seedTopic(database, { name: 'Cooking' })
await seedPost(database, { topic, title: 'Soup' })

/** The cookie of an expired session: the request counts as a visitor's but bypasses the response cache. */
const uncached = { cookie: 'session=ended' }
let addresses = 0
const statusesOf = async (url: string, times: number, options: object = {}) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    statuses.push((await app.inject({ url, headers: uncached, ...options })).statusCode)
  }
  return statuses
}
const countRefused = async (url: string, times: number, options: object = {}) =>
  (await statusesOf(url, times, options)).filter((status) => status === 429).length

describe('expensive reads', () => {
  it.each([
    ['/api/search?q=soup', 6],
    ['/api/search/names?q=soup', 6],
    ['/api/posts?models=claude', 12],
    ['/api/posts?offset=5000', 12],
    ['/api/posts?types=Text,Code', 12],
    ['/api/topics/cooking/posts?types=Code', 12],
    ['/api/posts/new-count?since=0_1_1&models=claude', 12],
    ['/sitemap/1.xml', 12],
  ])('limits %s per address', async (url, max) => {
    addresses += 1
    const remoteAddress = `192.0.2.${addresses}`
    expect(await countRefused(url, max + 2, { remoteAddress })).toBe(2)
    expect(await countRefused(url, 1, { remoteAddress: '198.51.100.9' })).toBe(0)
  })

  it.each([
    ['/api/user/bookmarks?q=soup', 3],
    ['/api/search?q=soup', 6],
  ])('limits %s per member, whatever the address', async (url, max) => {
    const headers = await seedSession(database, await seedUser(database))
    const other = await seedSession(database, await seedUser(database))
    expect(await countRefused(url, max + 2, { headers })).toBe(2)
    expect(await countRefused(url, 1, { headers, remoteAddress: '203.0.113.7' })).toBe(1)
    expect(await countRefused(url, 1, { headers: other })).toBe(0)
  })

  it.each(['/api/admin/users', '/api/admin/acts', '/api/admin/prompt-logs', '/api/post-reveals/stats'])(
    'limits %s per admin',
    async (url) => {
      const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))
      expect(await countRefused(url, 14, { headers })).toBe(2)
    },
  )

  it.each([
    '/api/posts',
    '/api/posts?types=Text',
    '/api/posts?sortBy=top&offset=500',
    '/api/topics/cooking/posts',
  ])('does not limit %s, a feed page that an index returns in order', async (url) => {
    expect(await countRefused(url, 20)).toBe(0)
  })

  it('does not use other requests’ connections', async () => {
    const queries = Array.from(
      { length: database.expensive.max },
      // A statement that takes almost as long as it may.
      () => database.expensive.sql`select pg_sleep(0.9)`,
    )
    let isOver = false
    const running = Promise.all(queries).then(() => {
      isOver = true
    })
    expect((await app.inject({ url: '/api/posts' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect(isOver).toBe(false)
    await running
  })

  it('lets PostgreSQL cancel a statement after one second, or the multiple of it that tests have', async () => {
    const [row] = await database.expensive.sql<{ ms: number }[]>`
      select setting::integer as ms from pg_settings where name = 'statement_timeout'`
    expect(row?.ms).toBe(scaleTimeLimit(1_000))
    vi.stubEnv('TIME_LIMIT_SCALE', undefined)
    vi.resetModules()
    expect((await import('./scale-time-limit.ts')).scaleTimeLimit(1_000)).toBe(1_000)
    vi.unstubAllEnvs()
  })
})
