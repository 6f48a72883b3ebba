import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { sweepExpiredRows } from './sweep.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const app = await buildTestApp(database, provider.env)
const origin = 'http://localhost:3000'

beforeEach(() => deleteRows(sql, 'users', 'consumed_tokens'))

const post = (token: string, cookie = '', more: object = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/google',
    payload: { token, ...more },
    headers: { origin, ...(cookie && { cookie }) },
  })

const enter = async (token: string, cookie = '') => {
  const response = await post(token, cookie)
  expect(response.statusCode).toBe(200)
  return {
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
    id: response.json().id as number,
  }
}

const me = async (cookie: string) =>
  (await app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode

const signOut = (cookie: string) =>
  app.inject({ method: 'POST', url: '/api/auth/logout', headers: { cookie, origin } })

const sessions = () => sql`select token_hash, family, last_seen_at, ends_at from sessions order by id`

const rejected = [401, undefined]
const outcome = async (response: ReturnType<typeof post>) => {
  const { statusCode, headers } = await response
  return [statusCode, headers['set-cookie']]
}

describe('A token replayed by the browser that signed in with it', () => {
  it('counts as the same sign-in and creates no session or cookie, however many tabs post it', async () => {
    const token = await provider.token()
    const { cookie, id } = await enter(token)
    const before = await sessions()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(token, cookie, { displayName: 'Other', email: 'o@example.org' })),
    )
    for (const response of responses) {
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined])
      expect(response.json()).toMatchObject({ id, email: null })
    }
    expect(await sessions()).toEqual(before)
  })

  it('counts as the same sign-in even after one of the tabs has signed in again', async () => {
    const token = await provider.token()
    const first = await enter(token)
    const second = await enter(await provider.token(), first.cookie)
    expect(await outcome(post(token, second.cookie))).toEqual([200, undefined])
    expect(await outcome(post(token, first.cookie))).toEqual([200, undefined])
    await sql`update sessions set ends_at = now() - interval '1 second' where ends_at is not null`
    await sweepExpiredRows(sql)
    expect(await outcome(post(token, second.cookie))).toEqual([200, undefined])
    expect(await outcome(post(token, first.cookie))).toEqual(rejected)
    expect(await sessions()).toHaveLength(1)
  })

  it('never signs in again after a sign-out, not even a concurrent one', async () => {
    for (let n = 0; n < 10; n += 1) {
      const token = await provider.token()
      const { cookie } = await enter(token)
      const [, again] = await Promise.all([signOut(cookie), post(token, cookie)])
      expect(again.headers['set-cookie']).toBeUndefined()
      expect(await me(cookie)).toBe(401)
      expect(await outcome(post(token, cookie))).toEqual(rejected)
    }
    expect(await sessions()).toHaveLength(0)
  })

  it('does not affect another person who has signed in since', async () => {
    const token = await provider.token()
    const first = await enter(token)
    const second = await enter(await provider.token({ claims: { sub: 'other' } }), first.cookie)
    expect(await outcome(post(token, second.cookie))).toEqual(rejected)
    expect([await me(first.cookie), await me(second.cookie)]).toEqual([401, 200])
  })
})

describe('A used token from any other browser is rejected', () => {
  it('without a session, and with a session from another token, even one of the same member', async () => {
    const token = await provider.token()
    const { cookie } = await enter(token)
    const elsewhere = await enter(await provider.token())
    const stranger = await enter(await provider.token({ claims: { sub: 'other' } }))
    for (const other of ['', elsewhere.cookie, stranger.cookie, 'session=made-up'])
      expect(await outcome(post(token, other))).toEqual(rejected)
    expect([await me(cookie), await me(elsewhere.cookie), await me(stranger.cookie)]).toEqual([200, 200, 200])
  })

  it('for all but one of twenty concurrent requests', async () => {
    const token = await provider.token()
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(token)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(19)
    expect(await sessions()).toHaveLength(1)
  })

  it('after its session has expired and was swept, until the token itself expires', async () => {
    const token = await provider.token()
    const { cookie } = await enter(token)
    await sql`update sessions set last_seen_at = now() - interval '15 days'`
    await sweepExpiredRows(sql)
    expect(await outcome(post(token, cookie))).toEqual(rejected)
    expect(await sql`select 1 from consumed_tokens`).toHaveLength(1)
    await sql`update consumed_tokens set ends_at = now() - interval '1 second'`
    await sweepExpiredRows(sql)
    expect(await sql`select 1 from consumed_tokens`).toHaveLength(0)
  })

  it('after its account was deleted, and does not recreate the account', async () => {
    const token = await provider.token()
    const { cookie, id } = await enter(token)
    await sql`delete from users where id = ${id}`
    expect(await outcome(post(token, cookie))).toEqual(rejected)
    expect(await sql`select 1 from users`).toHaveLength(0)
  })

  it('once it has expired, even from its own browser', async () => {
    const token = await provider.token({ lasts: 90_000 })
    const { cookie } = await enter(token)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_670_000 })
    const late = await outcome(post(token, cookie)).finally(vi.useRealTimers)
    expect(late).toEqual(rejected)
    expect(await me(cookie)).toBe(200)
  })
})
