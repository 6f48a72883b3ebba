import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedApiToken, seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const CRAWLER = 'Mozilla/5.0 (compatible; ExampleBot/1.0; +https://bot.example.com)'
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'

// Budgets refill with time, of which requests take more on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => void vi.useRealTimers()
})

/** A real server with small budgets, whose page `/slow` is pending until `finish` is called. */
const startServer = async (env: Record<string, string> = {}) => {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const settings = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1', VISITOR_REQUESTS_PER_NETWORK: '5', ...env }
  const app = await buildTestApp(database, settings, {
    cacheUrl: (url) => url,
    render: async (url) => {
      if (url.startsWith('/slow')) await promise
      return { inlineScripts: [], status: 200, html: Buffer.from('page') }
    },
  })
  onTestFinished(() => finish())
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = (
    url: string,
    address: string,
    headers: Record<string, string> = {},
    options: RequestInit = {},
  ) =>
    fetch(origin + url, {
      headers: { host: 'localhost:3000', 'x-forwarded-for': address, 'user-agent': BROWSER, ...headers },
      ...options,
    })
  const counts = async () => {
    const body = await (await fetch(`${origin}/metrics`)).text()
    return Object.fromEntries(
      [...body.matchAll(/^visitor_requests_total\{result="(\w+)"\} (\d+)/gm)].map(([, result, count]) => [
        result,
        Number(count),
      ]),
    )
  }
  const waiting = async () => {
    const body = await (await fetch(`${origin}/metrics`)).text()
    return Number(/work_queue_jobs\{queue="lowered visitors",state="waiting"\} (\d+)/.exec(body)?.[1])
  }
  return { app, get, counts, waiting, finish }
}

/** Requests pages that are not cached until the budget of the network is used up, and then one that does not end. */
const useUp = async ({ get }: Awaited<ReturnType<typeof startServer>>, address: string) => {
  for (let n = 0; n < 5; n += 1) expect((await get(`/page-${n}`, address)).status).toBe(200)
  return { slow: get('/slow', address).catch(() => null) }
}

describe('Visitors whose network has used up its budget', () => {
  it('are served one at a time, while members and other networks are served at once', async () => {
    const server = await startServer()
    const { get, waiting, finish, counts } = server
    const member = await seedSession(database, await seedUser(database))
    const { slow } = await useUp(server, '192.0.2.1')
    const lowered = Array.from({ length: 20 }, (_, n) => get(`/more-${n}`, `192.0.2.${n}`))
    await expect.poll(waiting).toBe(20)
    for (let n = 0; n < 30; n += 1)
      expect((await get(`/own-${n}`, '192.0.2.9', { cookie: member.cookie ?? '' })).status).toBe(200)
    // Nobody waits for the response of a lowered request, even if it is to the same address.
    for (const url of ['/page', '/more-0']) expect((await get(url, '198.51.100.1')).status).toBe(200)
    // What is cached, the home page, and what crawlers have to know is served to everybody.
    for (const url of ['/page-4', '/', '/robots.txt', '/ai.txt', '/llms.txt'])
      expect([url, (await get(url, '192.0.2.1')).status]).toEqual([url, 200])
    expect(await waiting()).toBe(20)
    finish()
    for (const response of [await slow, ...(await Promise.all(lowered))]) expect(response?.status).toBe(200)
    expect(await counts()).toEqual({ normal: 7, lowered: 21, refused: 0 })
  })

  it('are refused in one line of text, or as a problem of the API, while a hundred others of it wait', async () => {
    const server = await startServer()
    const { get, waiting, counts } = server
    const ended = new AbortController()
    await useUp(server, '192.0.2.1')
    const many = Array.from({ length: 99 }, (_, n) =>
      get(`/more-${n}`, '192.0.2.1', {}, { signal: ended.signal }).catch(() => null),
    )
    await expect.poll(waiting).toBe(99)
    const page = await get('/another', '192.0.2.1')
    expect([page.status, page.headers.get('retry-after'), page.headers.get('content-type')]).toEqual([
      429,
      '30',
      'text/plain; charset=utf-8',
    ])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toBe(
      'Your network or user agent has requested too many pages. Try again in 30 seconds, or sign in.\n',
    )
    const problem = await get('/api/posts', '192.0.2.1')
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      429,
      'application/problem+json; charset=utf-8',
    ])
    expect(await problem.json()).toMatchObject({ code: 'rate-limited', retryAfterSeconds: 30 })
    expect((await get('/another', '198.51.100.1')).status).toBe(200)
    expect((await counts()).refused).toBe(2)
    // Those who leave stop waiting.
    ended.abort()
    await Promise.all(many)
    await expect.poll(waiting).toBe(0)
  })

  it('are refused after five seconds without a turn', async () => {
    const server = await startServer()
    await useUp(server, '192.0.2.1')
    // Nothing shows that the last answer has been counted.
    await delay(50)
    const startedAt = Date.now()
    expect((await server.get('/another', '192.0.2.1')).status).toBe(429)
    expect(Date.now() - startedAt).toBeGreaterThan(4_900)
  })
})

describe('The budgets of visitors', () => {
  it('count a user agent in all networks together, and the API, feeds and preview images as well', async () => {
    const { id } = await seedPost(database)
    const { get, counts } = await startServer({ VISITOR_REQUESTS_PER_USER_AGENT: '4' })
    const urls = ['/page', `/api/posts/${id}`, `/post/${id}.md`, `/og/post/${id}.jpg`]
    for (const [n, url] of urls.entries())
      expect([url, (await get(url, `10.0.${n}.1`, { 'user-agent': CRAWLER })).status]).toEqual([url, 200])
    expect(await counts()).toEqual({ normal: 4, lowered: 0, refused: 0 })
    expect((await get('/other', '10.0.9.1', { 'user-agent': CRAWLER })).status).toBe(200)
    expect(await counts()).toEqual({ normal: 4, lowered: 1, refused: 0 })
  })

  it('count neither members nor this machine, but a session that does not exist', async () => {
    const { app, get, counts } = await startServer()
    const member = await seedSession(database, await seedUser(database))
    for (let n = 0; n < 20; n += 1) {
      expect((await get(`/own-${n}`, '192.0.2.1', { cookie: member.cookie ?? '' })).status).toBe(200)
      expect(
        (await app.inject({ url: `/inject-${n}`, headers: { host: 'localhost:3000' } })).statusCode,
      ).toBe(200)
    }
    expect(await counts()).toEqual({ normal: 0, lowered: 0, refused: 0 })
    for (let n = 0; n < 6; n += 1)
      expect((await get(`/forged-${n}`, '192.0.2.1', { cookie: `session=${'x'.repeat(43)}` })).status).toBe(
        200,
      )
    expect(await counts()).toEqual({ normal: 5, lowered: 1, refused: 0 })
  })

  it('do not count what a token requests of the API, but pages, which read no token', async () => {
    const { get, counts } = await startServer()
    const member = await seedUser(database)
    const headers = await seedApiToken(database, member, ['read'])
    for (let n = 0; n < 10; n += 1)
      expect((await get(`/api/posts?limit=${n + 1}`, '192.0.2.1', headers)).status).toBe(200)
    expect(await counts()).toEqual({ normal: 0, lowered: 0, refused: 0 })
    for (let n = 0; n < 6; n += 1) expect((await get(`/token-${n}`, '192.0.2.1', headers)).status).toBe(200)
    expect(await counts()).toEqual({ normal: 5, lowered: 1, refused: 0 })
  })

  it('are off with RATE_LIMIT_SCALE=0', async () => {
    const { get, counts } = await startServer({ RATE_LIMIT_SCALE: '0' })
    for (let n = 0; n < 20; n += 1) expect((await get(`/page-${n}`, '192.0.2.1')).status).toBe(200)
    expect(await counts()).toEqual({ normal: 20, lowered: 0, refused: 0 })
  })
})
