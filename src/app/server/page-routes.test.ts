import { afterAll, expect, it } from 'vitest'
import { notFound } from '#core/failure.ts'
import { readConfig } from '#server/config.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildApp } from './build-app.ts'

const rendered: string[] = []
const app = await buildApp({
  config: readConfig({ RATE_LIMIT_SCALE: '0' }),
  database: await testDatabase(),
  renderer: {
    cacheUrl: (url) => url.replace(/[?&]x=\d+/, ''),
    render: async (url) => {
      rendered.push(url)
      if (url.endsWith('/lost')) throw notFound('<b>Lost</b>')
      if (url.endsWith('/away')) return { status: 503, html: '<!doctype html><p>Away' }
      if (url === '/missing') return { status: 404, html: '<!doctype html><p>Missing' }
      return { status: 200, html: `<!doctype html><p>${url}` }
    },
  },
})
afterAll(() => app.close())

it.each(['/t/node.js', '/t/readme.md/a-post', '/t/feed.xml', '/u/robots.txt', '/t/a.png?sortBy=top'])(
  '%s is a page, whatever it ends with',
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
  '%s is a file that is not there: it costs no rendering',
  async (url) => {
    rendered.length = 0
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8'])
    expect(rendered).toEqual([])
  },
)

it.each(['/auth/callback?code=secret&state=x', '/auth/popup?code=secret'])(
  '%s carries a code: nobody keeps it, and the window that waits for it is not lost',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
  },
)

it('a private link is stored nowhere and its page is made anew for each visitor, however it is written', async () => {
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
        ...[url, 200, 'private, no-store', undefined],
      ])
    }
    expect(rendered).toHaveLength(2)
  }
  const away = await app.inject('/private/away')
  expect([away.statusCode, away.headers['cache-control']]).toEqual([503, 'private, no-store'])
  const lost = await app.inject('/private/lost')
  expect([lost.statusCode, lost.headers['cache-control']]).toEqual([404, 'private, no-store'])
})

it('a page that comes without its data is kept by nobody and asked for again; a missing one may be kept', async () => {
  const away = await app.inject('/away')
  expect([away.statusCode, away.headers['retry-after'], away.headers['cache-control']]).toEqual([
    ...[503, '5', 'no-store'],
  ])
  const missing = await app.inject('/missing')
  expect([missing.statusCode, missing.headers['retry-after']]).toEqual([404, undefined])
  expect(missing.headers['cache-control']).not.toBe('no-store')
})

it('a page is rendered once, whatever parameters it does not read', async () => {
  rendered.length = 0
  for (let n = 0; n < 5; n += 1) expect((await app.inject(`/popular?x=${n}`)).statusCode).toBe(200)
  expect(rendered).toEqual(['/popular'])
})

it('a page that cannot be rendered is still a page', async () => {
  const { statusCode, headers, body } = await app.inject('/lost')
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(body).toContain('<h1>&#60;b&#62;Lost')
})
