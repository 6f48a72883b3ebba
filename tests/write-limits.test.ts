import { afterAll, describe, expect, it } from 'vitest'
import { permissions } from './permissions/table.ts'
import { aWorld } from './permissions/world.ts'
import { testApp } from './support/app.ts'
import { aSession, aUser } from './support/builders.ts'
import { testDatabase } from './support/database.ts'

const queries: string[] = []
const database = await testDatabase((text) => queries.push(text))
const app = await testApp(database, { RATE_LIMIT_SCALE: '0.0001' })
afterAll(() => queries.splice(0))

let from = 0
/** From another address each time, unless said otherwise: what is met is then the member's own limit. */
const send = async (endpoint: string, world: Awaited<ReturnType<typeof aWorld>>, address?: string) => {
  from += 1
  const [method = '', path = ''] = endpoint.split(' ')
  const call = permissions[endpoint]?.[1]?.(world) ?? {}
  return app.inject({
    method: method as 'POST',
    url: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(call.path?.[name] ?? '')),
    headers: world.headers,
    remoteAddress: address ?? `10.0.${from >> 8}.${from & 255}`,
    ...(call.body ? { payload: call.body } : {}),
  })
}

const writes = Object.keys(permissions).filter((endpoint) => !endpoint.startsWith('GET '))
// Passwords are counted where there is one, which only the embedded provider's accounts have; its own tests do so.
// Whoever signs in is nobody yet: that is limited by the address alone, in its own tests and below.
const elsewhere = ['POST /api/user/password', 'POST /api/auth/{provider}']
/** The session or the account that the limit is for is gone after the first. */
const onlyOnce = ['POST /api/auth/logout', 'DELETE /api/user', 'POST /api/profile/complete']

describe('With limits of one', () => {
  it.each(writes.filter((endpoint) => ![...onlyOnce, ...elsewhere].includes(endpoint)))(
    '%s answers the second time 429, when to come back, and why in words',
    async (endpoint) => {
      const actor = endpoint.includes('/admin/') ? 'admin' : 'owner'
      const world = await aWorld(database, actor)
      await database.sql`delete from rate_limits`
      expect((await send(endpoint, world)).statusCode).not.toBe(429)
      const second = await send(endpoint, world)
      expect(second.statusCode).toBe(429)
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0)
      expect(second.json().message).toMatch(/^Too many requests\. Try again in \d+ \w+\.$/)
    },
  )

  it.each(onlyOnce)('%s has one of its own', async (endpoint) => {
    const world = await aWorld(database, endpoint.includes('complete') ? 'incomplete' : 'owner')
    await database.sql`delete from rate_limits`
    await send(endpoint, world)
    // Its own, and the address's.
    expect((await database.sql`select from rate_limits`).length).toBe(2)
  })
})

describe('Every write', () => {
  it.each(['/%61pi/auth/logout', '/api/auth/l%6Fgout', '/api/auth/logout/'])(
    'counts for its address also where the path is written %s',
    async (url) => {
      await database.sql`delete from rate_limits`
      const write = () => app.inject({ method: 'POST', url, remoteAddress: '10.9.9.9' })
      expect((await write()).statusCode).toBe(200)
      expect((await write()).statusCode).toBe(429)
    },
  )

  it.each(writes)('%s counts for its address, whoever it is of', async (endpoint) => {
    const worlds = [await aWorld(database, 'visitor'), await aWorld(database, 'owner')] as const
    await database.sql`delete from rate_limits`
    expect((await send(endpoint, worlds[0], '192.0.2.1')).statusCode).not.toBe(429)
    expect((await send(endpoint, worlds[1], '192.0.2.1')).statusCode).toBe(429)
    expect((await send(endpoint, worlds[0], '192.0.2.2')).statusCode).not.toBe(429)
  })
})

describe('Search', () => {
  const search = (q: string, more: object = {}) => app.inject({ url: `/api/search?q=${q}`, ...more })

  it('is limited by the address for visitors and by the person for members; what is kept costs nothing', async () => {
    await database.sql`delete from rate_limits`
    expect((await search('one')).statusCode).toBe(200)
    expect((await search('two')).statusCode).toBe(429)
    expect((await search('two', { remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
    queries.length = 0
    expect((await search('one')).statusCode).toBe(200)
    expect(queries).toEqual([])
    const headers = await aSession(database, await aUser(database))
    expect((await search('one', { headers })).statusCode).toBe(200)
    expect((await search('one', { headers })).statusCode).toBe(429)
  })
})

it('An upload counts for its member as soon as it begins, whatever becomes of it', async () => {
  const headers = await aSession(database, await aUser(database))
  await database.sql`delete from rate_limits`
  const upload = async (address: string, length = 2_000_000) => {
    const { statusCode } = await app.inject({
      ...{ method: 'POST', url: '/api/posts', remoteAddress: address },
      ...{ headers: { ...headers, 'content-type': 'application/json' }, payload: '"'.repeat(length) },
    })
    return statusCode
  }
  expect([await upload('10.9.0.1'), await upload('10.9.0.2')]).toEqual([400, 429])
  expect(await upload('10.9.0.3', 1_000)).toBe(400)
})
