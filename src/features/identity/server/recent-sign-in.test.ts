import { describe, expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const app = await buildTestApp(database, provider.env)
const local = await buildTestApp(database)

type Headers = { cookie: string; origin: string }

const send = (method: string, url: string, headers: Headers, payload?: object) =>
  app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) })

/** Signs in with the token of a person who entered their password `secondsAgo` seconds ago. */
const enter = async (secondsAgo: number, cookie = ''): Promise<Headers> => {
  const auth_time = Math.floor(Date.now() / 1000) - secondsAgo
  const payload = { token: await provider.token({ claims: { auth_time } }) }
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/google',
    payload,
    headers: { origin: 'http://localhost:3000', ...(cookie && { cookie }) },
  })
  await sql`update users set profile_completed = true`
  return {
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
    origin: 'http://localhost:3000',
  }
}

const protectedRequests = [
  ['DELETE', '/api/user', { confirm: 'username' }],
  ['GET', '/api/user/export', undefined],
  ['POST', '/api/user/sessions/end-others', undefined],
  ['DELETE', '/api/user/sessions/1', undefined],
  ['POST', '/api/user/password', { current: 'x', next: 'y'.repeat(10) }],
  ['GET', '/api/user/recent-sign-in', undefined],
] as const

describe('More than ten minutes after the last sign-in', () => {
  it.each(protectedRequests)('%s %s responds 403 with signInAgain', async (method, url, body) => {
    const headers = await seedSession(database, await seedUser(database))
    await sql`update sessions set created_at = now() - interval '9 minutes'`
    expect((await send(method, url, headers, body)).statusCode).not.toBe(403)
    await sql`update sessions set created_at = now() - interval '11 minutes'`
    const late = await send(method, url, headers, body)
    expect([late.statusCode, late.json().signInAgain]).toEqual([403, true])
  })

  it('the deletion of a member by an admin responds 403 with signInAgain', async () => {
    const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const { id } = await seedUser(database)
    const request = () => send('DELETE', `/api/admin/users/${id}?reason=Spam`, headers)
    await sql`update sessions set created_at = now() - interval '11 minutes'`
    const late = await request()
    expect([late.statusCode, late.json().signInAgain]).toEqual([403, true])
    await sql`update sessions set created_at = now() - interval '9 minutes'`
    expect((await request()).statusCode).toBe(200)
  })

  it('a new token counts only if the person has signed in at the provider since', async () => {
    const before = await enter(700)
    expect((await send('GET', '/api/user/recent-sign-in', before)).statusCode).toBe(403)
    const remembered = await enter(650, before.cookie)
    expect((await send('GET', '/api/user/recent-sign-in', remembered)).statusCode).toBe(403)
    const again = await enter(5, remembered.cookie)
    expect((await send('GET', '/api/user/recent-sign-in', again)).statusCode).toBe(200)
    expect((await send('GET', '/api/user/export', again)).statusCode).toBe(200)
  })

  it('the embedded provider asks for the password again when the request demands it', async () => {
    const browser = new TestClient(local)
    const person = { email: 'again@example.org', password: 'plums in the icebox' }
    await signUp(browser, person.email, person.password)
    const age = (minutes: number) => sql`
      update provider_payloads set payload = regexp_replace(payload, '"loginTs":(\\d+)',
        '"loginTs":' || (extract(epoch from now())::integer - ${minutes * 60})::text) where model = 'Session'`
    await age(11)
    const check = async () => (await browser.json('GET', '/api/user/recent-sign-in')).statusCode
    const remembered = new SignInFlow(browser)
    const { location } = await remembered.begin()
    await browser.json('POST', '/api/auth/local', { token: await remembered.token(location) })
    expect(await check(), 'without the password').toBe(403)
    const again = new SignInFlow(browser)
    expect((await again.begin({ prompt: 'login', max_age: '0' })).body).toContain('Password')
    const done = await again.submit(person)
    const nonce = 'nonce-of-the-tab'
    await browser.json('POST', '/api/auth/local', { token: await again.token(done.location), nonce })
    expect(await check(), 'with the password').toBe(200)
  })
})

describe('Ending a single session', () => {
  it('affects no other session, is limited to its owner and also ends the session at the embedded provider', async () => {
    const person = { email: 'one@example.org', password: 'plums in the icebox' }
    const [here, elsewhere, third] = [new TestClient(local), new TestClient(local), new TestClient(local)]
    await signUp(here, person.email, person.password)
    for (const browser of [elsewhere, third]) {
      const flow = new SignInFlow(browser)
      await flow.begin()
      const { location } = await flow.submit(person)
      await browser.json('POST', '/api/auth/local', { token: await flow.token(location) })
    }
    const list = (await elsewhere.json('GET', '/api/user/sessions')).json<
      { id: number; isCurrent: boolean }[]
    >()
    const id = list.find(({ isCurrent }) => isCurrent)?.id
    const stranger = await seedSession(database, await seedUser(database))
    const url = `/api/user/sessions/${id}`
    expect((await local.inject({ method: 'DELETE', url, headers: stranger })).statusCode).toBe(404)
    expect((await here.json('DELETE', url)).statusCode).toBe(200)
    expect((await here.json('DELETE', url)).statusCode).toBe(404)
    const me = async (browser: TestClient) => (await browser.json('GET', '/api/auth/me')).statusCode
    expect([await me(here), await me(elsewhere), await me(third)]).toEqual([200, 401, 200])
    expect((await new SignInFlow(elsewhere).begin()).body).toContain('Password')
    expect((await new SignInFlow(third).begin()).location).toContain('code=')
  })
})

it('Signing out ends the session at the embedded provider as well, for this browser only', async () => {
  const person = { email: 'out@example.org', password: 'plums in the icebox' }
  const [here, elsewhere] = [new TestClient(local), new TestClient(local)]
  await signUp(here, person.email, person.password)
  const flow = new SignInFlow(elsewhere)
  await flow.begin()
  const { location } = await flow.submit(person)
  await elsewhere.json('POST', '/api/auth/local', { token: await flow.token(location) })
  expect((await here.json('POST', '/api/auth/logout')).statusCode).toBe(200)
  expect((await new SignInFlow(here).begin()).body).toContain('Password')
  expect((await new SignInFlow(elsewhere).begin()).location).toContain('code=')
})

describe('The nonce', () => {
  const post = async (claims: object, nonce: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/auth/google',
        payload: { token: await provider.token({ claims: { ...claims } }), nonce },
      })
    ).statusCode

  it('must match the one that the browser sent', async () => {
    expect(await post({ nonce: 'mine' }, 'mine')).toBe(200)
    expect(await post({ nonce: 'another' }, 'mine')).toBe(401)
    expect(await post({}, 'mine')).toBe(401)
  })
})
