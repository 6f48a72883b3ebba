import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { errorKinds } from '#core/error-codes.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { siteVersion } from '#server/version.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase, provisionTestDatabase } from '#tests/support/database.ts'
import { buildApp } from './build-app.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      response += chunk
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })

describe('OpenAPI document', () => {
  it('is version 3.1 and lists the parameters of endpoints', async () => {
    const { openapi, paths } = (await app.inject('/api/openapi.json')).json()
    expect(openapi).toBe('3.1.0')
    const names = paths['/api/posts'].get.parameters.map(({ name }: { name: string }) => name)
    expect(names.sort()).toEqual([
      'after',
      'following',
      'limit',
      'models',
      'offset',
      'sortBy',
      'tag',
      'types',
      'window',
    ])
  })

  it('has an HTML documentation page', async () => {
    const page = await app.inject('/api/docs')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  it('links each error code to a page that explains it, without scripts', async () => {
    const page = await app.inject('/api/problems')
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).not.toContain('<script')
    const { type } = (await app.inject('/api/posts/999999')).json()
    const [path, anchor] = type.split('#')
    expect([path, anchor]).toEqual(['/api/problems', 'post-not-found'])
    for (const code of Object.keys(errorKinds)) expect(page.body).toContain(`<tr id="${code}">`)
  })

  it.each(['json', 'yaml'])('is the target of a redirect from /api/docs/%s', async (name) => {
    const response = await app.inject(`/api/docs/${name}`)
    expect([response.statusCode, response.headers.location]).toEqual([301, '/api/openapi.json'])
  })
})

describe('invalid requests', () => {
  it('get 405 with Allow for an undeclared method', async () => {
    const response = await app.inject({ method: 'PUT', url: '/api/topics' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(response.json()).toMatchObject({ code: 'method-not-allowed', message: 'Method not allowed' })
  })

  it.each(['OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'])(
    'get 405 with Allow for %s on every path',
    async (method) => {
      for (const [url, allow] of [
        ['/api/topics', 'GET, HEAD'],
        ['/api/topics/?a=/b', 'GET, HEAD'],
        ['/api/posts', 'GET, HEAD, POST'],
        ['/api/posts/7', 'DELETE, GET, HEAD, PATCH'],
        ['/api/openapi.json', 'GET, HEAD'],
        ['/api/auth/me', 'GET, HEAD'],
        ['/sitemap/1.xml', 'GET, HEAD'],
        ['/new', 'GET, HEAD'],
      ] as const) {
        const response = await raw(`${method} ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
        expect([url, response.split('\r\n', 1)[0]]).toEqual([url, 'HTTP/1.1 405 Method Not Allowed'])
        expect(response).toMatch(new RegExp(`\\r\\nallow: ${allow}\\r\\n`, 'i'))
      }
      expect(await raw(`${method} /api/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 404 /,
      )
    },
  )

  it('get JSON under /api and a page elsewhere', async () => {
    const api = await app.inject('/api/nothing')
    expect([api.statusCode, api.json().message]).toEqual([404, 'Not found'])
    const page = await app.inject({ method: 'POST', url: '/new' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8'])
  })

  it.each([
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/0.xml',
    '/llms.txt',
    '/new/feed.xml',
    '/t/any/feed.xml',
    '/og/post/62.png',
    '/og/post/62.jpg',
    '/og/site.jpg',
    '/post/62.md',
    '/media/x',
    '/site.webmanifest',
    '/healthz',
    '/livez',
    '/readyz',
    '/api/docs',
    '/api/problems',
  ])('get 405 with Allow for a write to the read-only path %s', async (url) => {
    for (const [method, payload] of [['POST', 'a=b'] as const, ['DELETE'] as const]) {
      const headers = payload ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
      const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
      expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(response.headers['content-type']).toMatch(
        /^\/(api|healthz|livez|readyz)/.test(url) ? /json/ : /^text\/plain/,
      )
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })

  it('say which version runs, if they are the readiness probe', async () => {
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok', version: siteVersion })
  })

  it.each([
    '/foo.xml',
    '/sitemap/abc.xml',
    '/t/nothing/feed.xml',
    '/post/99999999.md',
    '/og/post/9999999.jpg',
    '/media/nope',
    '/media/nope/320.webp',
    '/assets/nope.js',
    '/wp-login.php',
  ])('get 404 in one line of text for the missing file %s', async (url) => {
    // The first request is a cache miss and the second one a hit.
    for (let n = 0; n < 2; n += 1) {
      const response = await app.inject({ url, headers: { accept: 'text/html' } })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ])
      expect(response.body).toMatch(/^(Post n|Topic n|N)ot found\n$/)
      expect(response.headers['cache-control']).toBe('no-store')
    }
  })

  it.each(['/api/t/%E0%A4%A/x', '/%E0%A4%A'])('get 400 for the undecodable URL %s', async (url) => {
    const response = await app.inject(url)
    expect(response.statusCode).toBe(400)
    expect(response.headers['content-type']).toMatch(url.startsWith('/api') ? /json/ : /html/)
  })

  it('get 414 for a URL of a million characters', async () => {
    const long = 'x'.repeat(1_000_000)
    const api = await raw(`GET /api/posts?models=${long} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(api).toMatch(/^HTTP\/1.1 414 [\s\S]*application\/problem\+json[\s\S]*"message":"[^"]+"}$/)
    expect(await raw(`GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatch(/^HTTP\/1.1 414 [\s\S]*text\/html/)
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  })

  it.each([
    '/api/posts/%00',
    '/api/users/%00',
    '/api/topics/%00',
    '/api/private/%00',
    '/api/search?q=%00',
    '/api/t/%00/%00',
    `/api/users/${'x'.repeat(99)}`,
    `/api/topics/${'%F0%9F%A6%8A'.repeat(40)}`,
    '/api/search?q=%ED%A0%80',
    '/og/post/x.png',
    '/og/post/x.jpg',
    '/og/post/%00.jpg',
    '/media/..%2f..%2fetc',
    '/media/x/320.webp',
    '/sitemap/x.xml',
    '/sitemap/9999999.xml',
    '/sitemap/999999.xml',
    '/post/x.md',
  ])('never cause a 5xx for %s', async (url) => {
    expect((await app.inject(url)).statusCode).toBeLessThan(500)
  })
})

describe('anonymous response cache', () => {
  it('queries the database once for concurrent requests', async () => {
    await seedPost(database)
    queries.length = 0
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`http://127.0.0.1:${port}/api/posts?limit=7`)),
    )
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1)
    expect(queries).toEqual([expect.stringContaining('from posts')])
  })

  it('does not cache an error, and waiting requests run their own query', async () => {
    const brokenDatabase = openDatabase({ url: await provisionTestDatabase(), max: 1 })
    const failing = await buildApp({ config: readConfig({}), database: brokenDatabase })
    await brokenDatabase.sql`alter table topics rename to elsewhere`
    const responses = await Promise.all([1, 2, 3].map(() => failing.inject('/api/topics')))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
    expect(responses[0]?.json().message).toBe('Something went wrong on our end. Try again later.')
    await brokenDatabase.sql`alter table elsewhere rename to topics`
    expect((await failing.inject('/api/topics')).statusCode).toBe(200)
    await failing.close()
    await brokenDatabase.close()
  })
})

describe('every response', () => {
  it.each(['/api/posts/%ff', '/%ff', `/api/${'x'.repeat(2_100)}`])(
    'has nosniff for %s, which fails before routing',
    async (url) => {
      const { statusCode, headers } = await app.inject(url)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  it.each(['/private/%', '/%c0', '/t/%zz', '/t/%E0%A4%A', '/api/posts/%ff', `/t/${'x'.repeat(2_100)}`])(
    'has the same security headers as every other for the malformed path %s',
    async (url) => {
      const isSecurityHeader = ([name]: [string, unknown]) =>
        /^(content-security-policy|cross-origin|origin-agent|referrer|strict-transport|x-(?!request))/.test(
          name,
        )
      const headersOf = async (path: string) =>
        Object.fromEntries(Object.entries((await app.inject(path)).headers).filter(isSecurityHeader))
      expect(Object.keys(await headersOf('/nothing'))).toContain('x-frame-options')
      expect(await headersOf(url)).toEqual(await headersOf('/nothing'))
      const { statusCode, headers } = await app.inject(url)
      expect([statusCode, headers['content-type']]).toEqual([
        expect.toSatisfy((status: number) => status >= 400 && status < 500),
        url.startsWith('/api') ? 'application/problem+json; charset=utf-8' : 'text/html; charset=utf-8',
      ])
    },
  )

  it('is the same for a request target in absolute form', async () => {
    const answerTo = async (target: string, host = 'Host: a') => {
      const response = await raw(`GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`)
      const [head = '', body = ''] = response.split('\r\n\r\n')
      return [
        head.split('\r\n')[0],
        /content-type: [^\r]*/i.exec(head)?.[0],
        body.replace(/"requestId":"[^"]*"/, ''),
      ]
    }
    for (const path of [
      '/api/topics',
      '/api/nothing',
      '/new/feed.xml',
      '/robots.txt',
      '/new',
      '/',
      '/api/posts?limit=1',
    ])
      for (const origin of [
        'http://a',
        `http://localhost:${port}`,
        'HTTP://elsewhere.example:99',
        'https://a',
      ])
        expect(await answerTo(origin + path)).toEqual(await answerTo(path))
    expect(await answerTo('http://a')).toEqual(await answerTo('/'))
    expect(await answerTo('http://a?x=1')).toEqual(await answerTo('/?x=1'))
    expect((await answerTo('http://a/api/topics', 'Host: a\r\nHost: b'))[0]).toContain(' 400 ')
    expect((await answerTo('http://a/api/admin/users'))[0]).toContain(' 401 ')
    expect((await answerTo('ftp://a/api/topics'))[0]).not.toContain(' 200 ')
  })

  it.each([
    '/api//admin/users',
    '//api/admin/users',
    '/api/./admin/users',
    '/./api/admin/users',
    '/new/../api/admin/users',
    '/api/%2e%2e/admin/users',
    '/api/%2e/admin/users',
    '/api/../api/admin/users',
    '/api/admin/users;x=1',
    '/api;x=1/admin/users',
    '/api/;x=1/admin/users',
    '/API/admin/users',
    '/Api/Admin/Users',
    '/%61pi//admin/users',
    '/api%2fadmin%2fusers',
    '/api%5cadmin',
    '/api/admin/users/',
    '/api/admin//users',
    '/api/',
    '/api//',
    'http://a/api//admin/users',
  ])('to %s is an error as JSON, and passes no guard', async (url) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const) {
      const text = await raw(
        `${method} ${url} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1.1 4\d\d /)
      expect(text).toMatch(/\r\ncontent-type: application\/problem\+json/i)
    }
  })

  it('has nosniff for a malformed request', async () => {
    const long = 'x'.repeat(1_000_000)
    for (const request of [`GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`, 'NONSENSE\r\n\r\n'])
      expect(await raw(request)).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/i)
  })

  it('is 400 for a request with two Host headers', async () => {
    const requestWith = (names: string) =>
      raw(`GET /api/topics HTTP/1.1\r\n${names}\r\nConnection: close\r\n\r\n`)
    expect(await requestWith('Host: a')).toMatch(/^HTTP\/1.1 200 /)
    expect(await requestWith('Host: a\r\nHost: b')).toMatch(/^HTTP\/1.1 400 /)
    expect(await requestWith('Host: a\r\nhOST: a')).toMatch(/^HTTP\/1.1 400 /)
  })

  it.each(['/api/nothing', '/%61pi/nothing', '/ap%69/nothing'])('is JSON for %s', async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
  })

  it('is private for an error if the request carries a session', async () => {
    const session = await seedSession(database, await seedUser(database))
    for (const [method, url] of [
      ['GET', '/api/admin/users'],
      ['GET', '/api/posts/999999999'],
      ['POST', '/api/posts'],
    ] as const) {
      const memberResponse = await app.inject({ method, url, headers: session })
      expect([url, memberResponse.headers['cache-control']]).toEqual([url, 'private, no-store'])
      expect((await app.inject({ method, url })).headers['cache-control']).toBe('no-store')
    }
  })

  it.each(['/api/posts', '/api/nothing', '/api/problems', '/healthz'])(
    'has the security headers for %s',
    async (url) => {
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-frame-options': 'DENY',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      // These headers would block cross-origin images, share responses with other origins, or enforce HTTPS for a year.
      for (const name of [
        'cross-origin-embedder-policy',
        'access-control-allow-origin',
        'strict-transport-security',
      ])
        expect(headers[name], name).toBeUndefined()
    },
  )

  it('has HSTS for one year if the site uses https', async () => {
    const onHttps = await buildTestApp(database, { PUBLIC_URL: 'https://prompts.example.org' })
    const { headers } = await onHttps.inject('/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('is compressed if the client accepts an encoding', async () => {
    for (let n = 0; n < 5; n += 1) await seedPost(database)
    const plain = await app.inject('/api/posts?limit=9')
    for (const encoding of ['br', 'gzip']) {
      const response = await app.inject({
        url: '/api/posts?limit=9',
        headers: { 'accept-encoding': encoding },
      })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    }
  })
})

describe('the current user', () => {
  it('returns 401 for a visitor, and includes the email for a member', async () => {
    expect((await app.inject('/api/auth/me')).statusCode).toBe(401)
    const user = await seedUser(database, { email: 'me@example.org' })
    const response = await app.inject({ url: '/api/auth/me', headers: await seedSession(database, user) })
    expect(response.json()).toMatchObject({ id: user.id, email: 'me@example.org' })
  })

  it('returns 401 if the session has been idle for 14 days or is 30 days old', async () => {
    const user = await seedUser(database)
    for (const column of ['last_seen_at', 'created_at']) {
      const headers = await seedSession(database, user)
      await database.sql`update sessions set ${database.sql(column)} = now() - interval '30 days 1 second'`
      expect((await app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
    }
  })
})
