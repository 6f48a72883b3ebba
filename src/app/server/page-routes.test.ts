import { afterAll, expect, it } from 'vitest'
import { HttpError } from '#core/http-error.ts'
import { readConfig } from '#server/config.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { buildApp } from './build-app.ts'

const rendered: string[] = []
const app = await buildApp({
  config: readConfig({ RATE_LIMIT_SCALE: '0' }),
  database: await createTestDatabase(),
  eventLoopLag: () => 0,
  renderer: {
    cacheUrl: (url) => url.replace(/[?&]x=\d+/, ''),
    render: async (url) => {
      rendered.push(url)
      if (url.endsWith('/lost')) throw new HttpError('not-found', { message: '<b>Lost</b>' })
      if (url.endsWith('/away'))
        return { inlineScripts: [], status: 503, html: Buffer.from('<!doctype html><p>Unavailable') }
      if (url === '/missing')
        return { inlineScripts: [], status: 404, html: Buffer.from('<!doctype html><p>Missing') }
      return { inlineScripts: [], status: 200, html: Buffer.from(`<!doctype html><p>${url}`) }
    },
  },
})
afterAll(() => app.close())

it.each(['/t/node.js', '/t/readme.md/a-post', '/t/feed.xml', '/u/robots.txt', '/t/a.png?sortBy=top'])(
  'serves %s as a page, whatever its extension',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(rendered).toContain(url)
    const wrong = await app.inject({ method: 'POST', url })
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(wrong.headers['content-type']).toBe('text/html; charset=utf-8')
  },
)

it.each(['/foo.xml', '/wp-login.php', '/media/nope', '/post/99999999.md', '/t/nothing/feed.xml'])(
  'responds with 404 for the missing file %s without rendering a page',
  async (url) => {
    rendered.length = 0
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(rendered).toEqual([])
  },
)

it.each(['/auth/callback?code=secret&state=x', '/auth/popup?code=secret'])(
  'does not cache %s, which carries a code, and keeps its opener window',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  },
)

it('never caches a private link, however its URL is spelled', async () => {
  for (const url of [
    '/private/secret',
    '/private/secret/comment/7',
    '/%70rivate/secret',
    '/private/secret/',
  ]) {
    rendered.length = 0
    for (let n = 0; n < 2; n += 1) {
      const { statusCode, headers } = await app.inject(url)
      expect([url, statusCode, headers['cache-control'], headers.etag]).toEqual([
        url,
        200,
        'private, no-store',
        undefined,
      ])
    }
    expect(rendered).toHaveLength(2)
  }
  const unavailable = await app.inject('/private/away')
  expect([unavailable.statusCode, unavailable.headers['cache-control']]).toEqual([503, 'private, no-store'])
  const lost = await app.inject('/private/lost')
  expect([lost.statusCode, lost.headers['cache-control']]).toEqual([404, 'private, no-store'])
})

it('does not cache a page whose data failed to load, but caches a 404 page', async () => {
  const unavailable = await app.inject('/away')
  expect([
    unavailable.statusCode,
    unavailable.headers['retry-after'],
    unavailable.headers['cache-control'],
  ]).toEqual([503, '5', 'no-store'])
  const missing = await app.inject('/missing')
  expect([missing.statusCode, missing.headers['retry-after']]).toEqual([404, undefined])
  expect(missing.headers['cache-control']).not.toBe('no-store')
})

it('renders a page once, ignoring parameters that it does not read', async () => {
  rendered.length = 0
  for (let n = 0; n < 5; n += 1) expect((await app.inject(`/popular?x=${n}`)).statusCode).toBe(200)
  expect(rendered).toEqual(['/popular'])
})

it('sends an error page if rendering fails', async () => {
  const { statusCode, headers, body } = await app.inject('/lost')
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>&lt;b&gt;Lost')
})
