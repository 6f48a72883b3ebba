import { beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { sweepExpiredRows } from './sweep.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const provider = await startExternalProvider()
const app = await buildTestApp(database, { ...provider.env, RATE_LIMIT_SCALE: '1000' })
const local = await buildTestApp(database, { RATE_LIMIT_SCALE: '1000' })

beforeEach(() => deleteRows(sql, 'users', 'consumed_tokens'))

const me = async (headers: Record<string, string>) =>
  (await app.inject({ url: '/api/auth/me', headers })).statusCode

const enter = async (token: string, cookie = '') => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/google',
    payload: { token },
    headers: { origin: 'http://localhost:3000', 'user-agent': 'Browser 1', ...(cookie && { cookie }) },
  })
  const newCookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie: newCookie, origin: 'http://localhost:3000' }
}

const post = (url: string, headers: Record<string, string>, payload?: object) =>
  app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })

describe('A session', () => {
  it('expires after 14 days without use, and after 30 days in any case', async () => {
    const user = await seedUser(database)
    for (const [column, days, status] of [
      ['last_seen_at', 13.9, 200],
      ['last_seen_at', 14.1, 401],
      ['created_at', 29.9, 200],
      ['created_at', 30.1, 401],
    ] as const) {
      const headers = await seedSession(database, user)
      await sql`update sessions set ${sql(column)} = now() - ${days} * interval '1 day'`
      expect(await me(headers)).toBe(status)
      await sweepExpiredRows(sql)
      expect((await sql`select 1 from sessions`).length).toBe(status === 200 ? 1 : 0)
      await sql`delete from sessions`
    }
  })

  it('records its use at most once an hour and otherwise costs one query', async () => {
    const headers = await seedSession(database, await seedUser(database))
    await seedSession(database, await seedUser(database))
    queries.length = 0
    await me(headers)
    expect(queries.filter((text) => text.includes('sessions'))).toHaveLength(1)
    await sql`update sessions set last_seen_at = now() - interval '61 minutes'`
    queries.length = 0
    await Promise.all([me(headers), me(headers)])
    await me(headers)
    const fresh =
      await sql`select last_seen_at > now() - interval '1 minute' as is_fresh from sessions order by id`
    expect(fresh.map(({ isFresh }) => isFresh)).toEqual([true, false])
  })

  it('costs no query if the cookie is malformed', async () => {
    queries.length = 0
    for (const cookie of [
      'session=short',
      `session=${'x'.repeat(101)}`,
      'session=%27%20or%201%3D1%20--%20aaaaaaaa',
    ])
      expect(await me({ cookie })).toBe(401)
    expect(queries).toEqual([])
  })

  it('is replaced at each sign-in, while the previous one stays valid for a minute for other tabs', async () => {
    const before = await enter(await provider.token())
    const elsewhere = await enter(await provider.token())
    const after = await enter(await provider.token(), before.cookie)
    expect(after.cookie).not.toBe(before.cookie)
    expect([await me(before), await me(after)]).toEqual([200, 200])
    expect((await app.inject({ url: '/api/user/sessions', headers: after })).json()).toHaveLength(2)
    const advance = (seconds: number) => sql`
      update sessions set ends_at = ends_at - ${seconds} * interval '1 second' where ends_at is not null`
    await advance(40)
    const again = await enter(await provider.token(), after.cookie)
    await advance(21)
    expect([await me(before), await me(after), await me(again)]).toEqual([401, 200, 200])
    await advance(40)
    expect([await me(after), await me(again), await me(elsewhere)]).toEqual([401, 200, 200])
  })

  it("ends immediately in all of its browser's tabs on sign-out, and in no other browser", async () => {
    const before = await enter(await provider.token())
    const after = await enter(await provider.token(), before.cookie)
    const elsewhere = await enter(await provider.token())
    const response = await post('/api/auth/logout', after)
    expect(response.headers['set-cookie']).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/)
    expect([await me(before), await me(after), await me(elsewhere)]).toEqual([401, 401, 200])
    expect((await post('/api/auth/logout', after)).statusCode).toBe(200)
  })

  it('ends immediately when another person signs in with the same browser', async () => {
    const first = await enter(await provider.token())
    const second = await enter(await provider.token({ claims: { sub: 'other' } }), first.cookie)
    expect([await me(first), await me(second)]).toEqual([401, 200])
  })

  it('is listed with its browser, the current one first, and can be ended from another browser', async () => {
    const here = await enter(await provider.token())
    const second = await enter(await provider.token(), (await enter(await provider.token())).cookie)
    await seedSession(database, await seedUser(database))
    await enter(await provider.token())
    await sql`update sessions set created_at = now() - interval '31 days' where id = (select max(id) from sessions)`
    const list = (await app.inject({ url: '/api/user/sessions', headers: here })).json()
    expect(list).toMatchObject([
      { isCurrent: true, userAgent: 'Browser 1' },
      { isCurrent: false, userAgent: 'Browser 1' },
    ])
    expect((await post('/api/user/sessions/end-others', here)).json()).toEqual({ ended: 1 })
    expect([await me(here), await me(second)]).toEqual([200, 401])
    expect(await sql`select distinct user_id from sessions`).toHaveLength(2)
  })

  it('reflects a mute and a deletion on the next request', async () => {
    const headers = await enter(await provider.token())
    await sql`update users set is_muted = true`
    expect((await app.inject({ url: '/api/auth/me', headers })).json().isMuted).toBe(true)
    await sql`delete from users`
    expect(await me(headers)).toBe(401)
  })
})

describe('Access to the account', () => {
  it('is limited to reading and signing out before the profile is completed; every other write is 403', async () => {
    const headers = await enter(await provider.token())
    const writes = [
      app.inject({ method: 'PATCH', url: '/api/user/profile', headers, payload: { bio: 'x' } }),
      app.inject({ method: 'DELETE', url: '/api/user', headers, payload: { confirm: 'x' } }),
      post('/api/user/password', headers, { current: 'x', next: 'y'.repeat(10) }),
    ]
    for (const response of await Promise.all(writes)) {
      expect(response.statusCode).toBe(403)
      expect(response.json().message).toBe('Please complete your profile first')
    }
    for (const url of ['/api/auth/me', '/api/user/sessions', '/api/user/export'])
      expect((await app.inject({ url, headers })).statusCode).toBe(200)
    expect((await post('/api/auth/logout', headers)).statusCode).toBe(200)
  })

  it('is 401 for visitors on every route', async () => {
    for (const [method, url] of [
      ['GET', '/api/user/sessions'],
      ['POST', '/api/user/sessions/end-others'],
      ['POST', '/api/user/password'],
      ['PATCH', '/api/user/profile'],
      ['POST', '/api/profile/complete'],
      ['GET', '/api/user/export'],
      ['DELETE', '/api/user'],
    ] as const)
      expect((await app.inject({ method, url })).statusCode).toBe(401)
  })
})

describe('A cross-site write', () => {
  const url = '/api/auth/logout'

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:3001' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'none' }],
    [{ cookie: 'session=x' }],
  ])('is rejected with 403 if it carries %o', async (headers) => {
    const session = await seedSession(database, await seedUser(database))
    const cookie = { cookie: session.cookie }
    expect((await post(url, { ...cookie, ...headers } as Record<string, string>)).statusCode).toBe(403)
    expect(await me(session)).toBe(200)
  })

  it.each([
    [{ origin: 'http://localhost:3000' }],
    [{ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    [{}],
  ])('does not include requests from this site or from a program without a session: %o', async (headers) => {
    expect((await post(url, headers as Record<string, string>)).statusCode).toBe(200)
  })

  it('is rejected before its body is parsed, and plain-text bodies are not accepted', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/google',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      payload: '{not json',
    })
    expect(response.statusCode).toBe(403)
    const text = { 'content-type': 'text/plain' }
    const plain = await app.inject({ method: 'POST', url: '/api/auth/google', headers: text, payload: '{}' })
    expect(plain.statusCode).toBe(415)
  })
})

it('Ending the other sessions also ends them at the embedded provider, which then asks for the password', async () => {
  const [here, second] = [new TestClient(local), new TestClient(local)]
  const person = { email: 'mover@example.org', password: 'a long enough one' }
  const neighbour = new TestClient(local)
  await signUp(neighbour, 'neighbour@example.org', person.password)
  await signUp(here, person.email, person.password)
  const flow = new SignInFlow(second)
  await flow.begin()
  const { location } = await flow.submit(person)
  await second.json('POST', '/api/auth/local', { token: await flow.token(location) })
  expect((await new SignInFlow(second).begin()).location).toContain('code=')
  expect((await here.json('POST', '/api/user/sessions/end-others', {})).json()).toEqual({ ended: 1 })
  expect((await second.json('GET', '/api/auth/me')).statusCode).toBe(401)
  expect((await new SignInFlow(second).begin()).body).toContain('Password')
  expect((await neighbour.json('GET', '/api/auth/me')).statusCode).toBe(200)
  expect((await new SignInFlow(neighbour).begin()).location, 'of another person').toContain('code=')
})

describe('Changing the password', () => {
  const PASSWORD = 'a long enough one'
  const begin = async (email: string) => {
    const browser = new TestClient(local)
    const { user } = await signUp(browser, email, PASSWORD)
    await sql`update users set profile_completed = true where id = ${user.id}`
    return browser
  }
  const change = (browser: TestClient, current: string, next: string) =>
    browser.json('POST', '/api/user/password', { current, next })

  it('requires the current password and a strong new one, and signs out everywhere else', async () => {
    const browser = await begin('changer@example.org')
    const elsewhere = new TestClient(local)
    const second = new SignInFlow(elsewhere)
    await second.begin()
    const { location } = await second.submit({ email: 'changer@example.org', password: PASSWORD })
    await elsewhere.json('POST', '/api/auth/local', { token: await second.token(location) })

    const wrong = await change(browser, 'not the right one', 'another long one')
    expect([wrong.statusCode, wrong.json().issues]).toEqual([
      400,
      [{ path: 'current', message: 'Your current password is incorrect' }],
    ])
    for (const easy of ['0123456789', 'changer@example.org', 'Prompt Collection1'])
      expect((await change(browser, PASSWORD, easy)).json().issues[0].path, easy).toBe('next')
    expect((await change(browser, PASSWORD, 'short')).statusCode).toBe(400)
    expect((await change(browser, PASSWORD, 'another long one')).json()).toEqual({})

    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(200)
    expect((await elsewhere.json('GET', '/api/auth/me')).statusCode).toBe(401)
    const again = new SignInFlow(elsewhere)
    expect((await again.begin()).body).toContain('Password')
    const old = await again.submit({ email: 'changer@example.org', password: PASSWORD })
    expect(old.status).toBe(400)
    const now = await again.submit({ email: 'changer@example.org', password: 'another long one' })
    expect(now.location).toContain('code=')
  })

  it('rejects an ID token that the old password has obtained', async () => {
    const browser = await begin('collector@example.org')
    const thief = new TestClient(local)
    const flow = new SignInFlow(thief)
    await flow.begin()
    const { location } = await flow.submit({ email: 'collector@example.org', password: PASSWORD })
    const token = await flow.token(location)
    expect((await change(browser, PASSWORD, 'another long one')).statusCode).toBe(200)
    expect((await thief.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(200)
  })

  it('is 404 with an external provider', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const response = await post('/api/user/password', headers, { current: 'x', next: 'y'.repeat(10) })
    expect(response.statusCode).toBe(404)
  })
})
