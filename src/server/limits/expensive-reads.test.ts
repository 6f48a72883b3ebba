import { describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aPost, aSession, aTopic, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()

/** A limit of 300 becomes 3, one of 600 becomes 6 and one of 1,200 becomes 12. */
const app = await testApp(database, { RATE_LIMIT_SCALE: '0.01' })
const topic = await aTopic(database, { name: 'Cooking' })
await aPost(database, { topic, title: 'Soup' })

/** The cookie of an ended session: the request is a visitor's, but bypasses the response cache. */
const uncached = { cookie: 'session=ended' }
let addresses = 0
const statusesOf = async (url: string, times: number, more: object = {}) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    statuses.push((await app.inject({ url, headers: uncached, ...more })).statusCode)
  }
  return statuses
}
const refused = async (url: string, times: number, more: object = {}) =>
  (await statusesOf(url, times, more)).filter((status) => status === 429).length

describe('A read that costs more than a page of a feed', () => {
  it.each([
    ['/api/search?q=soup', 6],
    ['/api/search/names?q=soup', 6],
    ['/api/posts?models=claude', 12],
    ['/api/posts?offset=5000', 12],
    ['/api/posts?types=Text,Code', 12],
    ['/api/topics/cooking/posts?types=Code', 12],
    ['/api/posts/new-count?since=0_1_1&models=claude', 12],
    ['/sitemap/1.xml', 12],
  ])('is limited for each address: %s', async (url, max) => {
    addresses += 1
    const remoteAddress = `192.0.2.${addresses}`
    expect(await refused(url, max + 2, { remoteAddress })).toBe(2)
    expect(await refused(url, 1, { remoteAddress: '198.51.100.9' })).toBe(0)
  })

  it.each([
    ['/api/user/bookmarks?q=soup', 3],
    ['/api/search?q=soup', 6],
  ])('is limited for each member, wherever they are: %s', async (url, max) => {
    const headers = await aSession(database, await aUser(database))
    const other = await aSession(database, await aUser(database))
    expect(await refused(url, max + 2, { headers })).toBe(2)
    expect(await refused(url, 1, { headers, remoteAddress: '203.0.113.7' })).toBe(1)
    expect(await refused(url, 1, { headers: other })).toBe(0)
  })

  it.each(['/api/admin/users', '/api/admin/acts', '/api/admin/prompt-logs', '/api/post-reveals/stats'])(
    'is limited for each admin: %s',
    async (url) => {
      const headers = await aSession(database, await aUser(database, { isAdmin: true }))
      expect(await refused(url, 14, { headers })).toBe(2)
    },
  )

  it.each([
    '/api/posts',
    '/api/posts?types=Text',
    '/api/posts?sortBy=top&offset=500',
    '/api/topics/cooking/posts',
  ])('is not a page of a feed that an index has in order: %s', async (url) => {
    expect(await refused(url, 20)).toBe(0)
  })

  it('leaves the connections of other requests alone', async () => {
    const held = Array.from(
      { length: database.expensive.max },
      () => database.expensive.sql`select pg_sleep(0.9)`,
    )
    const begun = performance.now()
    const running = Promise.all(held)
    expect((await app.inject({ url: '/api/posts' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect(performance.now() - begun).toBeLessThan(800)
    await running
  })

  it('is stopped by the database after a second', async () => {
    await expect(database.expensive.sql`select pg_sleep(3)`).rejects.toMatchObject({ code: '57014' })
  })
})
