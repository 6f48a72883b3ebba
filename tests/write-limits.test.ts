import { afterAll, describe, expect, it } from 'vitest'
import { seedPermissionFixtures } from './permissions/fixtures.ts'
import { buildRequest } from './permissions/request.ts'
import { permissions } from './permissions/table.ts'
import { buildTestApp } from './support/app.ts'
import { seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const app = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.0001' })
afterAll(() => queries.splice(0))

let requestCount = 0
/** Uses a new IP address each time unless one is given so that only the member's limit applies. */
const send = async (
  endpoint: string,
  world: Awaited<ReturnType<typeof seedPermissionFixtures>>,
  address?: string,
) => {
  requestCount += 1
  const call = (await permissions[endpoint]?.[2]?.(world)) ?? {}
  return app.inject({
    ...buildRequest(endpoint, world, call),
    remoteAddress: address ?? `10.0.${requestCount >> 8}.${requestCount & 255}`,
  })
}

const writes = Object.keys(permissions).filter((endpoint) => !endpoint.startsWith('GET '))
// Password changes are limited only for the embedded provider's accounts, which the provider's tests cover. A sign-in
// has no user yet, so it is limited only by IP address; its own tests and the tests below cover that limit.
const testedElsewhere = ['POST /api/user/password', 'POST /api/auth/{provider}']
/** Endpoints that cannot be called twice, because the first request ends the session or changes the account. */
const unrepeatable = ['POST /api/auth/logout', 'DELETE /api/user', 'POST /api/profile/complete']

describe('the declarations of writes', () => {
  it('state a limit, which `serveEndpoint` enforces except where the handler must', async () => {
    const { paths } = (await app.inject('/api/openapi.json')).json() as {
      paths: Record<string, Record<string, { 'x-rate-limit'?: { max?: number } }>>
    }
    const limitOf = (endpoint: string) => {
      const [method = '', path = ''] = endpoint.split(' ')
      return paths[path]?.[method.toLowerCase()]?.['x-rate-limit']
    }
    expect(writes.filter((endpoint) => !limitOf(endpoint))).toEqual([])
    expect(writes.filter((endpoint) => limitOf(endpoint)?.max === undefined)).toEqual([
      'POST /api/auth/logout',
      'POST /api/auth/{provider}',
      'POST /api/user/admin-code',
      'POST /api/user/password',
      'POST /api/optimize-prompt',
    ])
  })
})

describe('with rate limits of one request', () => {
  it.each(writes.filter((endpoint) => ![...unrepeatable, ...testedElsewhere].includes(endpoint)))(
    '%s responds to the second request with 429, Retry-After and a message',
    async (endpoint) => {
      const actor = /\/(admin|moderation)\//.test(endpoint) ? 'admin' : 'owner'
      const world = await seedPermissionFixtures(database, actor)
      await database.sql`delete from rate_limits`
      expect((await send(endpoint, world)).statusCode).not.toBe(429)
      const second = await send(endpoint, world)
      expect(second.statusCode).toBe(429)
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
      expect(second.json().message).toMatch(/^Too many requests\. Try again in \d+ \w+\.$/)
    },
  )

  it.each(unrepeatable)('%s has its own rate limit', async (endpoint) => {
    const world = await seedPermissionFixtures(
      database,
      endpoint.includes('complete') ? 'incomplete' : 'owner',
    )
    await database.sql`delete from rate_limits`
    await send(endpoint, world)
    // One row is for the endpoint's limit and one for the IP address's limit.
    expect((await database.sql`select from rate_limits`).length).toBe(2)
  })
})

describe('every write', () => {
  it.each(['/%61pi/auth/logout', '/api/auth/l%6Fgout', '/api/auth/logout/'])(
    'counts toward the limit of its IP address even if the path is written as %s',
    async (url) => {
      await database.sql`delete from rate_limits`
      const write = () => app.inject({ method: 'POST', url, remoteAddress: '10.9.9.9' })
      expect((await write()).statusCode).toBe(200)
      expect((await write()).statusCode).toBe(429)
    },
  )

  it.each(writes)('%s counts toward the limit of its IP address, signed in or not', async (endpoint) => {
    const worlds = [
      await seedPermissionFixtures(database, 'visitor'),
      await seedPermissionFixtures(database, 'owner'),
    ] as const
    await database.sql`delete from rate_limits`
    expect((await send(endpoint, worlds[0], '192.0.2.1')).statusCode).not.toBe(429)
    expect((await send(endpoint, worlds[1], '192.0.2.1')).statusCode).toBe(429)
    expect((await send(endpoint, worlds[0], '192.0.2.2')).statusCode).not.toBe(429)
  })
})

describe('search', () => {
  const search = (q: string, more: object = {}) => app.inject({ url: `/api/search?q=${q}`, ...more })

  it('is limited per IP address for visitors and per user for members; cached results are free', async () => {
    await database.sql`delete from rate_limits`
    expect((await search('one')).statusCode).toBe(200)
    expect((await search('two')).statusCode).toBe(429)
    expect((await search('two', { remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
    queries.length = 0
    expect((await search('one')).statusCode).toBe(200)
    expect(queries).toEqual([])
    const headers = await seedSession(database, await seedUser(database))
    expect((await search('one', { headers })).statusCode).toBe(200)
    expect((await search('one', { headers })).statusCode).toBe(429)
  })
})

it('counts an upload toward its member’s limit when it begins, even if it fails', async () => {
  const headers = await seedSession(database, await seedUser(database))
  await database.sql`delete from rate_limits`
  const upload = async (address: string, length = 2_000_000) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/posts',
      remoteAddress: address,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '"'.repeat(length),
    })
    return statusCode
  }
  expect([await upload('10.9.0.1'), await upload('10.9.0.2')]).toEqual([400, 429])
  expect(await upload('10.9.0.3', 1_000)).toBe(400)
})
