import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify, { type FastifyRequest } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { buildApp } from './build-app.ts'
import { rejectPagesUnderPressure } from './reject-pages-under-pressure.ts'

/** A page that is pending until `finish` is called. */
const createPendingPage = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { page: () => promise, finish: () => resolve('page') }
}

it('rejects pages while five others are pending and the process is late, those of members last, and nothing else', async () => {
  let lag = 0
  const busy = Fastify()
  rejectPagesUnderPressure(busy, { lag: () => lag, hasSession: ({ headers }) => 'cookie' in headers })
  for (const url of ['/*', '/api/posts', '/healthz']) busy.get(url, async () => 'ok')
  const { page, finish } = createPendingPage()
  let waiting = 0
  busy.get('/slow', () => {
    waiting += 1
    return page()
  })
  const slow = Array.from({ length: 5 }, () => busy.inject('/slow'))
  await expect.poll(() => waiting).toBe(5)
  const statuses = async () => {
    const requests = [
      { url: '/popular' },
      { url: '/popular', headers: { cookie: 'session=x' } },
      { url: '/api/posts' },
      { url: '/healthz' },
    ]
    const found: number[] = []
    for (const request of requests) found.push((await busy.inject(request)).statusCode)
    return found
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  lag = 400
  expect(await statuses()).toEqual([503, 200, 200, 200])
  lag = 600
  expect(await statuses()).toEqual([503, 503, 200, 200])
  finish()
  await Promise.all(slow)
  await busy.close()
})

it('does not count pages that wait elsewhere', async () => {
  const app = Fastify()
  const endPending = rejectPagesUnderPressure(app, { lag: () => 10_000, hasSession: () => true })
  const { page, finish } = createPendingPage()
  const waiting: FastifyRequest[] = []
  app.get('/*', async () => 'ok')
  app.get('/slow', (request) => {
    waiting.push(request)
    return page()
  })
  const slow = Array.from({ length: 5 }, () => app.inject('/slow'))
  await expect.poll(() => waiting.length).toBe(5)
  expect((await app.inject('/popular')).statusCode).toBe(503)
  for (const request of waiting) endPending(request)
  expect((await app.inject('/popular')).statusCode).toBe(200)
  finish()
  await Promise.all(slow)
  await app.close()
})

it('serves a page whatever the lag while fewer than five others are pending', async () => {
  const slowMachine = Fastify()
  rejectPagesUnderPressure(slowMachine, { lag: () => 10_000, hasSession: () => false })
  const { page, finish } = createPendingPage()
  let waiting = 0
  slowMachine.get('/*', async () => 'ok')
  slowMachine.get('/slow', () => {
    waiting += 1
    return page()
  })
  const slow = Array.from({ length: 4 }, () => slowMachine.inject('/slow'))
  await expect.poll(() => waiting).toBe(4)
  for (let n = 0; n < 12; n += 1) expect((await slowMachine.inject('/popular')).statusCode).toBe(200)
  finish()
  for (const response of await Promise.all(slow)) expect(response.statusCode).toBe(200)
  await slowMachine.close()
})

it('rejects no page while thirty clients never read theirs, and forgets clients that disconnect', async () => {
  const idle = Fastify()
  rejectPagesUnderPressure(idle, { lag: () => 0, hasSession: () => false })
  let sent = 0
  idle.get('/large', async () => {
    sent += 1
    return 'x'.repeat(8_000_000)
  })
  const { page, finish } = createPendingPage()
  let waiting = 0
  idle.get('/slow', () => {
    waiting += 1
    return page()
  })
  idle.get('/*', async () => 'ok')
  const port = Number(new URL(await idle.listen({ port: 0, host: '127.0.0.1' })).port)
  const open = (url: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    socket.pause()
    return socket
  }
  const silent = Array.from({ length: 30 }, () => open('/large'))
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()))
  await expect.poll(() => sent).toBe(30)
  for (let n = 0; n < 30; n += 1) expect((await idle.inject('/popular')).statusCode).toBe(200)
  // Clients that leave while their page is pending leave nothing behind.
  const gone = Array.from({ length: 30 }, () => open('/slow'))
  await expect.poll(() => waiting).toBe(30)
  for (const socket of gone) socket.destroy()
  const countConnections = () =>
    new Promise((resolve) => idle.server.getConnections((_, count) => resolve(count)))
  await expect.poll(countConnections).toBe(silent.length)
  for (let n = 0; n < 10; n += 1) expect((await idle.inject('/popular')).statusCode).toBe(200)
  finish()
  for (const socket of silent) socket.destroy()
  await idle.close()
})

it('rejects no page while thirty clients never send the body of a request to the address of a page', async () => {
  const site = await buildApp({
    config: readConfig({ RATE_LIMIT_SCALE: '0' }),
    database: await createTestDatabase(),
    eventLoopLag: () => 10_000,
    renderer: {
      cacheUrl: (url) => url,
      render: async () => ({ inlineScripts: [], status: 200, html: Buffer.from('page') }),
    },
  })
  let arrived = 0
  site.server.on('request', () => {
    arrived += 1
  })
  const port = Number(new URL(await site.listen({ port: 0, host: '127.0.0.1' })).port)
  const silent = Array.from({ length: 30 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /popular HTTP/1.1\r\nHost: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n',
    )
    return socket
  })
  onTestFinished(() => silent.forEach((socket) => void socket.destroy()))
  await expect.poll(() => arrived).toBe(30)
  expect((await site.inject({ url: '/popular', headers: { host: 'localhost:3000' } })).statusCode).toBe(200)
  for (const socket of silent) socket.destroy()
  await site.close()
})

it('sends a rejected page with the security headers of every page', async () => {
  const { page, finish } = createPendingPage()
  let waiting = 0
  const overloaded = await buildApp({
    config: readConfig({ RATE_LIMIT_SCALE: '0', PUBLIC_URL: 'https://prompts.example' }),
    database: await createTestDatabase(),
    eventLoopLag: () => 10_000,
    renderer: {
      cacheUrl: (url) => url,
      render: async (url) => {
        waiting += 1
        return { inlineScripts: [], status: 200, html: Buffer.from(url === '/' ? '' : await page()) }
      },
    },
  })
  const get = (url: string) => overloaded.inject({ url, headers: { host: 'prompts.example' } })
  const served = await get('/')
  const slow = ['/1', '/2', '/3', '/4', '/5'].map((url) => get(url))
  await expect.poll(() => waiting).toBe(6)
  const rejected = await get('/popular')
  expect(rejected.statusCode).toBe(503)
  // The policy of a page contains the hashes of its scripts; the short page has none.
  const namesOf = ({ headers }: typeof served) =>
    Object.keys(headers).filter((name) => !['etag', 'vary', 'date', 'connection', 'age'].includes(name))
  expect(namesOf(rejected)).toEqual(expect.arrayContaining(namesOf(served)))
  for (const name of [
    'strict-transport-security',
    'x-frame-options',
    'referrer-policy',
    'x-content-type-options',
    'permissions-policy',
  ])
    expect([name, rejected.headers[name]]).toEqual([name, served.headers[name]])
  expect(rejected.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  expect(rejected.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  finish()
  await Promise.all(slow)
  await overloaded.close()
})

it('rejects pages while the pages before them will take too long, in a few bytes and without later hooks', async () => {
  const app = Fastify()
  rejectPagesUnderPressure(app, { lag: () => 0, hasSession: ({ headers }) => 'cookie' in headers })
  let later = 0
  app.addHook('onRequest', async () => {
    later += 1
  })
  const pages: (() => void)[] = []
  app.get('/*', () => new Promise((resolve) => pages.push(() => resolve('page'))))
  const get = (headers = {}) => app.inject({ url: '/popular', headers })
  const getMany = async (count: number, headers = {}) => {
    const responses = Array.from({ length: count }, () => get(headers))
    await expect.poll(() => pages.length).toBe(count)
    return responses
  }
  let now = 1_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const finish = async (responses: PromiseLike<{ statusCode: number }>[]) => {
    for (const response of responses) {
      now += 20
      pages.shift()?.()
      expect((await response).statusCode).toBe(200)
      await nextTurn()
    }
  }
  // Ten pages establish the rate: one page per 20 ms. Of the next 24 pages, 19 have to wait, for 380 ms in total.
  await finish(await getMany(10))
  const many = await getMany(24, { cookie: 'session=x' })
  const before = later
  const visitors = await get()
  expect([visitors.statusCode, visitors.headers['retry-after'], later]).toEqual([503, '2', before])
  expect(visitors.headers['cache-control']).toBe('private, no-store')
  expect(visitors.headers['x-request-id']).toBeDefined()
  expect(visitors.body.length).toBeLessThan(300)
  // Members have a higher limit.
  const member = get({ cookie: 'session=x' })
  await expect.poll(() => pages.length).toBe(25)
  await finish([...many, member])
  // Visitors' pages are rendered after theirs, so members need not wait for those.
  const visitorsBefore = await getMany(20)
  const members = Array.from({ length: 24 }, () => get({ cookie: 'session=x' }))
  await expect.poll(() => pages.length).toBe(44)
  await finish([...visitorsBefore, ...members])
  await finish(await getMany(1))
  await app.close()
})
