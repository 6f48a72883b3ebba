import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { paths } from '#core/paths.ts'
import { testApp } from '#tests/support/app.ts'
import { aPost, aSession, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const app = await testApp(database)
/** Shares nothing with `app` but the database. */
const other = await testApp(database)
const { id } = await aPost(database, { description: 'Long enough to be compressed. '.repeat(50) })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const BODY = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

describe('What visitors get carries a name of its bytes', () => {
  it.each([
    ...[paths.newFeed, paths.sitemap, paths.robots, paths.llms, paths.postMarkdown(id)],
    ...[paths.apiDocument, '/api/posts?limit=3'],
  ])('%s is not sent to who has them already', async (url) => {
    for (const encoding of ['', 'br']) {
      const headers = { 'accept-encoding': encoding }
      const first = await get(url, headers)
      const etag = String(first.headers.etag)
      expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^"[\w-]{27}"$/)])
      expect((await get(url, headers)).headers.etag).toBe(etag)
      // Once where the answer is kept, once where it has to be made.
      for (const asked of [app, other]) {
        const again = await asked.inject({
          url,
          headers: { ...headers, 'if-none-match': `"other", W/${etag}` },
        })
        expect([again.statusCode, again.body]).toEqual([304, ''])
        expect(again.headers).toMatchObject({
          ...{ etag, vary: first.headers.vary, 'cache-control': first.headers['cache-control'] },
        })
        expect(Object.keys(again.headers).filter((name) => BODY.includes(name))).toEqual([])
        expect((await asked.inject({ url, headers })).body).toBe(first.body)
      }
      expect(
        (await get(url, { ...headers, 'if-none-match': etag.replace(/..."$/, '..."') })).statusCode,
      ).toBe(200)
    }
  })

  it('each way of packing them has its own name', async () => {
    const names = ['', 'gzip', 'br'].map(
      async (encoding) => (await get(paths.postMarkdown(id), { 'accept-encoding': encoding })).headers.etag,
    )
    expect(new Set(await Promise.all(names)).size).toBe(3)
  })

  it('all who wait for the same answer are told by their own names', async () => {
    const { etag } = (await get('/api/posts?limit=4')).headers
    const answers = await Promise.all(
      [0, 1, 0, 1].map((has) =>
        fetch(`http://127.0.0.1:${port}/api/posts?limit=4&offset=0`, {
          headers: { 'accept-encoding': 'identity', ...(has ? { 'if-none-match': String(etag) } : {}) },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200, 304])
  })

  it('HEAD tells the same of them', async () => {
    const url = paths.robots
    const { headers, body } = await get(url)
    for (const asked of [app, other]) {
      for (let n = 0; n < 2; n += 1) {
        const head = await asked.inject({ method: 'HEAD', url })
        expect([head.statusCode, head.body]).toEqual([200, ''])
        expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': String(body.length) })
      }
    }
    const held = { 'if-none-match': String(headers.etag) }
    expect((await app.inject({ method: 'HEAD', url, headers: held })).statusCode).toBe(304)
    // Made for it: an answer, whole or not, that breaks nothing.
    const third = await testApp(database)
    const made = await third.inject({ method: 'HEAD', url, headers: held })
    expect([made.statusCode, made.body]).toEqual([200, ''])
  })

  it('what is not there and what a member gets has none', async () => {
    expect((await get('/api/topics/nothing')).headers.etag).toBeUndefined()
    const { etag } = (await get('/api/posts?limit=3')).headers
    const session = await aSession(database, await aUser(database))
    const answer = await get('/api/posts?limit=3', { ...session, 'if-none-match': String(etag) })
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, undefined])
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })
})

describe('The encoding', () => {
  it.each([
    ['gzip;q=0', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['br, gzip;q=0', 'br'],
  ])('%s is answered as asked, kept or not', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted }
    // First as a packed answer lies ready, then from the very same request's own.
    await get(paths.postMarkdown(id), { 'accept-encoding': 'gzip' })
    for (let n = 0; n < 2; n += 1)
      expect((await get(paths.postMarkdown(id), headers)).headers['content-encoding']).toBe(encoding)
    const session = await aSession(database, await aUser(database))
    const member = await get(`/api/posts/${id}`, { ...session, ...headers })
    expect([member.statusCode, member.headers['content-encoding']]).toEqual([200, encoding])
  })
})

describe('The query', () => {
  const queries: string[] = []
  const counted = async () => testApp(await testDatabase((text) => queries.push(text)))

  it('does not make another answer by parameters that the endpoint does not declare', async () => {
    const counting = await counted()
    const ask = async (url: string) => (await counting.inject(url)).statusCode
    expect(await ask('/api/posts?limit=3&x=0')).toBe(200)
    const before = queries.length
    for (let n = 1; n < 6; n += 1) expect(await ask(`/api/posts?x=${n}&limit=3&y=${n}`)).toBe(200)
    expect(queries.length).toBe(before)
    expect(await ask(`${paths.newFeed}?x=0`)).toBe(200)
    const between = queries.length
    for (let n = 1; n < 6; n += 1) expect(await ask(`${paths.newFeed}?x=${n}`)).toBe(200)
    expect(queries.length).toBe(between)
    expect(await ask('/api/posts?limit=2&x=0')).toBe(200)
    expect(queries.length).toBeGreaterThan(between)
  })
})
