import { beforeEach, describe, expect, it } from 'vitest'
import type { PageRenderer } from '#app/server/page-renderer.ts'
import type { LocalCall } from '#server/http/local-calls.ts'
import { seedPermissionFixtures, usersOfBrowsers } from './permissions/fixtures.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { seedPost, seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))

let load: (call: LocalCall) => Promise<unknown> = async () => null
const renderer: PageRenderer = {
  cacheUrl: (url) => url,
  render: async (_url, call) => {
    await load(call)
    return { status: 200, html: Buffer.from('<!doctype html><p>'), inlineScripts: [] }
  },
}
const app = await buildTestApp(database, {}, renderer)
const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.01' }, renderer)

let pages = 0
/** Returns the URL of a page that no earlier test has requested. */
const freshUrl = () => {
  pages += 1
  return `/?q=${pages}`
}

/**
 * Calls an endpoint the way a page's loader does. Returns the status and the JSON that would be sent over
 * HTTP.
 */
const callFromPage = async (
  operation: string,
  input: Parameters<LocalCall>[1],
  headers: Record<string, string> = {},
  site = app,
) => {
  let outcome: { status: number; body: unknown } | undefined
  load = async (call) => {
    const reply = await call(operation, input)
    outcome =
      'data' in reply
        ? { status: 200, body: JSON.parse(JSON.stringify(reply.data)) }
        : { status: reply.status, body: JSON.parse(reply.body) }
  }
  const page = await site.inject({ url: freshUrl(), headers })
  return { ...outcome, cacheControl: page.headers['cache-control'] }
}

describe('A call within the process', () => {
  // These endpoints write to the response themselves, so pages cannot call them.
  const overHttpOnly = [
    '/api/notifications/stream',
    '/api/user/export',
    '/api/collections/{id}/export',
    '/api/posts/{id}/export',
    '/api/posts/{id}/versions/{number}/export',
    '/api/posts/{id}/skill/archive',
    '/api/library',
  ]
  const reads = Object.keys(permissions).filter(
    (endpoint) => endpoint.startsWith('GET ') && !overHttpOnly.some((path) => endpoint.endsWith(path)),
  )

  it.each(reads)('%s has the status and the reply of HTTP for every kind of user', async (endpoint) => {
    expect(reads.length).toBeGreaterThan(25)
    const path = endpoint.slice('GET '.length)
    for (const actor of usersOfBrowsers) {
      const world = await seedPermissionFixtures(database, actor)
      if (actor === 'demoted') await world.demote()
      const call = (await permissions[endpoint]?.[2]?.(world)) ?? {}
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? ''))
      const query = Object.fromEntries(new URLSearchParams(call.query))
      const overHttp = await app.inject({
        url: call.query ? `${url}?${call.query}` : url,
        headers: world.headers,
      })
      const operation = endpoint.replace(/\{(\w+)\}/g, ':$1')
      const local = await callFromPage(operation, { params: call.path, query }, world.headers)
      expect([actor, local.status, local.body]).toEqual([actor, overHttp.statusCode, overHttp.json()])
    }
  })

  it('keeps a page with a secret out of every cache', async () => {
    const post = await seedPost(database, { isPrivate: true })
    const path = { privateId: (post as { privateId?: string }).privateId ?? '' }
    const { status, cacheControl } = await callFromPage('GET /api/private/:privateId', { params: path })
    expect([status, cacheControl]).toEqual([200, 'private, no-store'])
  })

  it('rejects invalid input like HTTP', async () => {
    const { status, body } = await callFromPage('GET /api/posts', { query: { sortBy: 'loudest' } })
    const overHttp = await app.inject('/api/posts?sortBy=loudest')
    expect([status, body]).toEqual([400, overHttp.json()])
    expect((await callFromPage('GET /api/posts/:id', { params: { id: 'x' } })).status).toBe(404)
  })

  it('counts towards the same rate limit as HTTP', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const statuses = new Set<number | undefined>()
    for (let n = 0; n < 20 && !statuses.has(429); n += 1)
      statuses.add(
        (await callFromPage('GET /api/search', { query: { q: `word${n}` } }, headers, limited)).status,
      )
    expect([...statuses]).toEqual([200, 429])
    expect((await limited.inject({ url: '/api/search?q=words', headers })).statusCode).toBe(429)
  })
})

it('Everything that a member sees beside a page is read in one statement, with the session', async () => {
  const headers = await seedSession(database, await seedUser(database))
  const followed = await seedUser(database)
  await app.inject({ method: 'POST', url: `/api/users/${followed.id}/follow`, headers })
  const replies: Record<string, unknown> = {}
  const paths = [
    '/api/auth/me',
    '/api/notifications/unread-count',
    '/api/user/followed-topics',
    '/api/user/recently-followed-members',
  ]
  load = async (call) => {
    for (const path of paths) {
      const reply = await call(`GET ${path}`, {})
      expect(reply).toHaveProperty('data')
      replies[path] = JSON.parse(JSON.stringify('data' in reply ? reply.data : null))
    }
  }
  queries.length = 0
  await app.inject({ url: freshUrl(), headers })
  expect(queries).toHaveLength(1)
  for (const path of paths)
    expect([path, replies[path]]).toEqual([path, (await app.inject({ url: path, headers })).json()])
  expect(replies['/api/user/recently-followed-members']).toMatchObject([{ username: followed.username }])
})

describe('Replies to visitors', () => {
  beforeEach(async () => {
    await seedPost(database)
  })
  const readFeed = (headers?: Record<string, string>) =>
    callFromPage('GET /api/posts', { query: { limit: 7 } }, headers)

  it('are shared by their pages for a few seconds, but never with a member', async () => {
    expect((await readFeed()).status).toBe(200)
    queries.length = 0
    expect((await readFeed()).status).toBe(200)
    expect(queries).toEqual([])
    const headers = await seedSession(database, await seedUser(database))
    expect((await readFeed(headers)).status).toBe(200)
    expect(queries.length).toBeGreaterThan(1)
    queries.length = 0
    await readFeed({ cookie: `session=${'x'.repeat(43)}` })
    // The only query is the lookup of the session, which does not exist.
    expect(queries).toHaveLength(1)
  })

  it('cannot be changed by a page', async () => {
    let change: () => void = () => {}
    load = async (call) => {
      const reply = await call('GET /api/topics', {})
      change = () => {
        if ('data' in reply) (reply.data as unknown[]).length = 0
      }
    }
    await app.inject(freshUrl())
    expect(change).toThrow(TypeError)
  })
})
