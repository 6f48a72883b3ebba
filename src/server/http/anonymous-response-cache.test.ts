import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { registerAnonymousResponseCache } from './anonymous-response-cache.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
/** This second instance shares only the database with `app`. */
const secondApp = await buildTestApp(database)
const { id } = await seedPost(database, { description: 'Long enough to be compressed. '.repeat(50) })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('Cache-Control of visitors’ responses', () => {
  it('lets a CDN keep them as long as the site does, and browsers not at all', async () => {
    const control = 'public, max-age=0, s-maxage=3, stale-while-revalidate=30'
    // The first request fills the cache; the second is served from it.
    for (let n = 0; n < 2; n += 1)
      expect((await get('/api/posts?limit=4')).headers['cache-control']).toBe(control)
    const headers = await seedSession(database, await seedUser(database))
    const ofMember = String((await get('/api/posts?limit=4', headers)).headers['cache-control'])
    expect(ofMember).toContain('private')
    expect(ofMember).not.toContain('s-maxage')
  })
})

describe('ETag of visitors’ responses', () => {
  it.each([
    paths.newFeed,
    paths.sitemap,
    paths.robots,
    paths.llms,
    paths.postMarkdown(id),
    paths.apiDocument,
    '/api/posts?limit=3',
  ])('responds with 304 for %s if the client has the current version', async (url) => {
    for (const encoding of ['', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const first = await get(url, headers)
      const etag = String(first.headers.etag)
      expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)])
      expect((await get(url, headers)).headers.etag).toBe(etag)
      // Covers a cache hit (`app`) and a cache miss (`secondApp`).
      for (const instance of [app, secondApp]) {
        const again = await instance.inject({
          url,
          headers: { ...headers, 'if-none-match': `"other", W/${etag}` },
        })
        expect([again.statusCode, again.body]).toEqual([304, ''])
        expect(again.headers).toMatchObject({
          etag,
          vary: first.headers.vary,
          'cache-control': first.headers['cache-control'],
        })
        expect(Object.keys(again.headers).filter((name) => BODY_HEADERS.includes(name))).toEqual([])
        expect((await instance.inject({ url, headers })).body).toBe(first.body)
      }
      expect(
        (await get(url, { ...headers, 'if-none-match': etag.replace(/..."$/, '..."') })).statusCode,
      ).toBe(200)
    }
  })

  it('differs for each content encoding', async () => {
    const etags = ['', 'gzip', 'br'].map(
      async (encoding) => (await get(paths.postMarkdown(id), { 'accept-encoding': encoding })).headers.etag,
    )
    expect(new Set(await Promise.all(etags)).size).toBe(3)
  })

  it('is compared per client when requests wait for the same response', async () => {
    const { etag } = (await get('/api/posts?limit=4')).headers
    const responses = await Promise.all(
      [0, 1, 0, 1].map((hasEtag) =>
        fetch(`http://127.0.0.1:${port}/api/posts?limit=4&offset=0`, {
          headers: { 'accept-encoding': 'identity', ...(hasEtag ? { 'if-none-match': String(etag) } : {}) },
        }),
      ),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 200, 304])
  })

  it('is the same for HEAD', async () => {
    const url = paths.robots
    const { headers, body } = await get(url)
    for (const instance of [app, secondApp]) {
      for (let n = 0; n < 2; n += 1) {
        const head = await instance.inject({ method: 'HEAD', url })
        expect([head.statusCode, head.body]).toEqual([200, ''])
        expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': String(body.length) })
      }
    }
    const conditional = { 'if-none-match': String(headers.etag) }
    expect((await app.inject({ method: 'HEAD', url, headers: conditional })).statusCode).toBe(304)
    // On a cache miss the response to a conditional HEAD is a 200 without a body.
    const thirdApp = await buildTestApp(database)
    const response = await thirdApp.inject({ method: 'HEAD', url, headers: conditional })
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })

  it('is absent from errors and from members’ responses', async () => {
    expect((await get('/api/topics/nothing')).headers.etag).toBeUndefined()
    const { etag } = (await get('/api/posts?limit=3')).headers
    const session = await seedSession(database, await seedUser(database))
    const response = await get('/api/posts?limit=3', { ...session, 'if-none-match': String(etag) })
    expect([response.statusCode, response.headers.etag]).toEqual([200, undefined])
    expect(response.headers['cache-control']).toBe('private, no-store')
  })
})

describe('content encoding', () => {
  it.each([
    ['gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br, gzip;q=0', 'br'],
  ])('honors Accept-Encoding "%s", cached or not', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    // The first iteration runs while a gzip response is cached; the second hits the entry that the first
    // created.
    await get(paths.postMarkdown(id), { 'accept-encoding': 'gzip' })
    for (let n = 0; n < 2; n += 1)
      expect((await get(paths.postMarkdown(id), headers)).headers['content-encoding']).toBe(encoding)
    const session = await seedSession(database, await seedUser(database))
    const member = await get(`/api/posts/${id}`, { ...session, ...headers })
    expect([member.statusCode, member.headers['content-encoding']]).toEqual([200, encoding])
  })
})

describe('query parameters', () => {
  const queries: string[] = []
  const countingApp = async () =>
    buildTestApp(await createTestDatabase((text) => queries.push(text)), { RATE_LIMIT_SCALE: '1000' })

  it('share a cache entry if they differ only in undeclared parameters', async () => {
    const counting = await countingApp()
    const statusOf = async (url: string) => (await counting.inject(url)).statusCode
    expect(await statusOf('/api/posts?limit=3&x=0')).toBe(200)
    const before = queries.length
    for (let n = 1; n < 6; n += 1) expect(await statusOf(`/api/posts?x=${n}&limit=3&y=${n}`)).toBe(200)
    expect(queries.length).toBe(before)
    expect(await statusOf(`${paths.newFeed}?x=0`)).toBe(200)
    const between = queries.length
    for (let n = 1; n < 6; n += 1) expect(await statusOf(`${paths.newFeed}?x=${n}`)).toBe(200)
    expect(queries.length).toBe(between)
    expect(await statusOf('/api/posts?limit=2&x=0')).toBe(200)
    expect(queries.length).toBeGreaterThan(between)
  })
})

describe('A client that never reads its response', () => {
  /** Requests the page from a client that never reads, and resolves once the response has been computed. */
  const startSite = async (status = 200, cacheControl = '') => {
    const site = Fastify()
    registerAnonymousResponseCache(site, () => false)
    let version = 0
    site.get('/page', { config: { cacheSeconds: 2 } }, async (_, reply) => {
      version += 1
      if (cacheControl) reply.header('cache-control', cacheControl)
      return reply.code(status).send(`${version} ${'x'.repeat(8_000_000)}`)
    })
    const port = Number(new URL(await site.listen({ port: 0, host: '127.0.0.1' })).port)
    const socket = connect(port, '127.0.0.1').pause()
    socket.write('GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n')
    onTestFinished(async () => {
      socket.destroy()
      await site.close()
    })
    await expect.poll(() => version).toBe(1)
    return {
      readVersion: async () => (await site.inject('/page')).body.slice(0, 2).trim(),
    }
  }

  it('does not let others see an old response for longer than it is cached', async () => {
    const { readVersion } = await startSite()
    expect(await readVersion()).toBe('1')
    await expect.poll(readVersion).toBe('2')
  })

  it.each([
    [500, ''],
    [200, 'private, no-store'],
  ])('does not let others wait if the response cannot be shared: %i %s', async (status, cacheControl) => {
    const { readVersion } = await startSite(status, cacheControl)
    expect(await readVersion()).toBe('2')
  })
})
