import type { FastifyInstance } from 'fastify'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { loadProviderKeys } from './keys.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const second = openDatabase({ url, max: 5 })
afterAll(() => Promise.all([database.close(), second.close()]))
const app = await buildTestApp(database)
const { sql } = database

const PASSWORD = 'a long enough one'
const popup = 'http://localhost:3000/auth/popup'

const signIn = async (browser: TestClient, email: string, password = PASSWORD) => {
  const flow = new SignInFlow(browser)
  await flow.begin({ prompt: 'login' })
  return { flow, response: await flow.submit({ email, password }) }
}

beforeAll(async () => {
  await signUp(new TestClient(app), 'ada@example.org', PASSWORD)
})

describe('The embedded provider', () => {
  it('leads from the authorization endpoint through sign-up and the code to a session', async () => {
    const browser = new TestClient(app)
    const flow = new SignInFlow(browser)
    const form = await flow.begin()
    expect(form.status).toBe(200)
    expect(form.body).toContain('Sign in')
    const done = await flow.submit(
      { email: 'Grace@Example.org', password: PASSWORD, name: 'Grace H' },
      'sign-up',
    )
    expect(done.url).toMatch(/^http:\/\/localhost:3000\/auth\/popup\?code=.+&state=state-of-the-tab/)
    const token = await flow.token(done.location)
    expect(decodeJwt(token)).toMatchObject({
      iss: 'http://localhost:3000/identity',
      aud: 'prompt-collection',
      email: 'grace@example.org',
      email_verified: false,
      name: 'Grace H',
      nonce: 'nonce-of-the-tab',
    })
    const response = await browser.json('POST', '/api/auth/local', { token })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      username: 'GraceH',
      email: 'grace@example.org',
      profileCompleted: false,
    })
    expect((await browser.json('GET', '/api/auth/me')).json().email).toBe('grace@example.org')
  })

  it('signs in with the password, then without it in the same browser, and asks for it again after sign-out', async () => {
    const browser = new TestClient(app)
    const { flow, response } = await signIn(browser, ' ADA@example.org')
    expect(response.url).toContain(`${popup}?code=`)
    const token = await flow.token(response.location)
    const known = await new SignInFlow(browser).begin()
    expect(known.url).toContain(`${popup}?code=`)
    const end = new URLSearchParams({
      id_token_hint: token,
      post_logout_redirect_uri: 'http://localhost:3000/auth/signed-out',
      state: 'bye',
    })
    const out = await browser.send(`/identity/session/end?${end}`)
    expect([out.status, out.location]).toEqual([303, 'http://localhost:3000/auth/signed-out?state=bye'])
    expect((await new SignInFlow(browser).begin()).body).toContain('Password')
  })

  it("asks for confirmation before signing out on a request without the person's own token", async () => {
    const browser = new TestClient(app)
    await signIn(browser, 'ada@example.org')
    const page = await browser.send('/identity/session/end')
    expect([page.status, page.body.includes('Sign out?')]).toEqual([200, true])
    expect((await new SignInFlow(browser).begin()).url).toContain(`${popup}?code=`)
  })

  it('responds alike to a wrong password and an unknown email, and returns the typed email but not the password', async () => {
    const wrong = await signIn(new TestClient(app), 'ada@example.org', 'not the password')
    const unknown = await signIn(
      new TestClient(app),
      '"><script>alert(1)</script>@example.org',
      'not the password',
    )
    expect([wrong.response.status, unknown.response.status]).toEqual([400, 400])
    const message = 'Incorrect email or password'
    expect(wrong.response.body).toContain(message)
    expect(unknown.response.body).toContain(message)
    expect(wrong.response.body).toContain('value="ada@example.org"')
    expect(wrong.response.body).not.toContain('not the password')
    expect(unknown.response.body).not.toContain('<script')
  })

  it.each([
    [{ email: 'nonsense', password: PASSWORD }, 'Please enter a valid email address'],
    [{ email: 'b@example.org', password: 'short' }, 'must be at least 10 characters'],
    [{ email: 'b@example.org', password: '1234567890' }, 'too easy to guess'],
    [{ email: 'bertrand99@example.org', password: 'bertrand99!' }, 'too easy to guess'],
    [{ email: 'b@example.org', password: 'Prompt Collection1' }, 'too easy to guess'],
    [{ email: 'ada@example.org', password: PASSWORD }, 'couldn&#x27;t create an account with this email'],
  ])('rejects a sign-up with %o and explains why in the form', async (fields, message) => {
    const flow = new SignInFlow(new TestClient(app))
    await flow.begin()
    const response = await flow.submit(fields, 'sign-up')
    expect([response.status, response.body.includes(message)]).toEqual([400, true])
    expect(response.body).toContain(`value="${fields.email}"`)
  })

  it('redirects back with an error when the person cancels', async () => {
    const browser = new TestClient(app)
    const form = await new SignInFlow(browser).begin()
    const response = await browser.follow(`${form.url}/cancel`, popup)
    expect(response.url).toContain('error=access_denied')
  })

  it('requires PKCE and accepts a code only once and only from the browser that requested it', async () => {
    const browser = new TestClient(app)
    const plain = await new SignInFlow(browser).begin({ code_challenge: '' })
    expect(plain.url).toContain('error=invalid_request')
    const { flow, response } = await signIn(browser, 'ada@example.org')
    const stolen = await flow.exchangeCode(response.location, 'x'.repeat(43))
    expect([stolen.status, JSON.parse(stolen.body).error]).toEqual([400, 'invalid_grant'])
    const next = await signIn(browser, 'ada@example.org')
    const all = await Promise.all(
      Array.from({ length: 8 }, () => next.flow.exchangeCode(next.response.location)),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 400)).toHaveLength(7)
  })

  it.each([
    ['an unknown redirect URI', { redirect_uri: 'https://evil.example/auth/popup' }],
    ['an unknown client', { client_id: 'evil' }],
  ])('shows an error page without redirecting for %s', async (_, more) => {
    const response = await new SignInFlow(new TestClient(app)).begin(more)
    expect([response.status, response.body.includes('Sign-in failed')]).toEqual([400, true])
  })

  it('shows an interaction only to the browser that started it', async () => {
    const form = await new SignInFlow(new TestClient(app)).begin()
    const other = await new TestClient(app).send(form.url)
    expect([other.status, other.body.includes('expired')]).toEqual([400, true])
  })

  it('rejects a form sent by another site', async () => {
    const browser = new TestClient(app)
    const form = await new SignInFlow(browser).begin()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'none' },
    ]
    for (const headers of foreign) {
      const response = await browser.send(form.url, {
        form: { email: 'ada@example.org', password: PASSWORD },
        headers,
      })
      expect(response.status).toBe(403)
    }
  })

  it('sends a policy without scripts and the same opener policy on all of its pages', async () => {
    const browser = new TestClient(app)
    const flow = new SignInFlow(browser)
    const start = await browser.send(flow.authorizeUrl())
    const page = await browser.send(start.location)
    const opening = await browser.send('/auth/opening')
    for (const { headers } of [opening, start, page]) {
      expect(headers['cross-origin-opener-policy']).toBe('unsafe-none')
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'none'; style-src (\S+\/assets\/); font-src \1; form-action 'self'/,
      )
      expect(headers['cache-control']).toContain('no-store')
    }
    expect(page.body).not.toContain('<script')
  })

  it('handles characters that PostgreSQL rejects', async () => {
    const { url: back } = await new SignInFlow(new TestClient(app)).begin({
      state: 'a\0b',
      nonce: '\u{1F600}',
    })
    expect(back).toContain('/identity/interaction/')
  })

  it('keeps sign-ins across restarts and several processes', async () => {
    const browser = new TestClient(app)
    const flow = new SignInFlow(browser)
    await flow.begin()
    browser.app = await buildTestApp(second)
    const { location } = await flow.submit({ email: 'ada@example.org', password: PASSWORD })
    expect(location).toContain(`${popup}?code=`)
    browser.app = await buildTestApp(database)
    const token = await flow.token(location)
    browser.app = await buildTestApp(second)
    const response = await browser.json('POST', '/api/auth/local', { token })
    expect([response.statusCode, response.json().email]).toEqual([200, 'ada@example.org'])
    browser.app = app
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(200)
    expect((await new SignInFlow(browser).begin()).url).toContain(`${popup}?code=`)
  })

  it('lets two people use the same browser one after the other', async () => {
    const browser = new TestClient(app)
    await signUp(browser, 'first@example.org', PASSWORD)
    const { user } = await signUp(new TestClient(app), 'other@example.org', PASSWORD)
    const { flow, response } = await signIn(browser, 'other@example.org')
    // The library submits its own form with a script that the policy allows by hash.
    expect(response.body).toContain('end/confirm')
    expect(response.headers['content-security-policy']).toMatch(/script-src [^;]*'sha256-/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(response.body)?.[1] ?? ''
    const form = { xsrf, logout: 'yes' }
    const { location } = await browser.send('/identity/session/end/confirm', { form })
    const back = await browser.follow(location, popup)
    const token = await flow.token(back.location)
    expect((await browser.json('POST', '/api/auth/local', { token })).json().id).toBe(user.id)
  })

  it('stores nothing from which someone who reads the tables could open a session', async () => {
    const rows = await sql<{ passwordHash: string }[]>`select password_hash from local_accounts`
    for (const { passwordHash } of rows) expect(passwordHash).toMatch(/^scrypt\$\d+\$8\$1\$/)
    const [session] = await sql<{ payload: string }[]>`
      select payload from provider_payloads where model = 'Session' limit 1`
    expect(session?.payload).not.toContain('"jti"')
  })
})

describe('The embedded provider on a public address behind a proxy', () => {
  it('derives every URL and cookie from PUBLIC_URL and ignores the request headers', async () => {
    const origin = 'https://prompts.example.org'
    const site = await buildTestApp(database, { PUBLIC_URL: origin })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    const { body } = await site.inject({ url: '/identity/.well-known/openid-configuration', headers })
    expect(JSON.parse(body)).toMatchObject({
      issuer: `${origin}/identity`,
      authorization_endpoint: `${origin}/identity/auth`,
      token_endpoint: `${origin}/identity/token`,
      end_session_endpoint: `${origin}/identity/session/end`,
      code_challenge_methods_supported: ['S256'],
    })
    expect(body).not.toContain('evil')
    const browser = new TestClient(site, origin)
    const start = await browser.send(new SignInFlow(browser).authorizeUrl(), { headers })
    expect(start.location).toMatch(/^\/identity\/interaction\/[\w-]+$/)
    const cookies = [start.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-.+; path=\/identity.*; secure; httponly/)
    const { user } = await signUp(browser, 'public@example.org', PASSWORD)
    expect(user.email).toBe('public@example.org')
    const names = [...browser.cookies.values()].map(({ name }) => name)
    expect(names.filter((name) => !/^__(Secure|Host)-/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('__Secure-identity_known_'))).toHaveLength(1)
    expect((await new SignInFlow(browser).begin()).url, 'known by its cookie').toContain('code=')
    expect([...browser.cookies.keys()]).toContain('__Host-session /')
  })
})

describe('Signing keys', async () => {
  // These tests change the keys, so they use their own database.
  const url = await provisionTestDatabase()
  const [database, second] = [1, 2].map(() => openDatabase({ url, max: 5 })) as [Database, Database]
  afterAll(() => Promise.all([database.close(), second.close()]))
  const { sql } = database
  let app: FastifyInstance
  beforeEach(async () => {
    await sql`delete from provider_keys`
    app = await buildTestApp(database)
  })
  afterEach(() => void vi.useRealTimers())
  const keyOf = (token: string) => decodeProtectedHeader(token).kid
  const tokenAt = async (site: FastifyInstance, email: string) => {
    const browser = new TestClient(site)
    const { flow, response } = await signIn(browser, email)
    return { browser, token: await flow.token(response.location) }
  }

  it('are rotated when they are old, while every process accepts tokens of both and sign-ins continue', async () => {
    const email = 'rotation@example.org'
    await signUp(new TestClient(app), email, PASSWORD)
    const before = await tokenAt(app, email)
    await sql`update provider_keys set created_at = now() - interval '91 days'`
    const renewed = await buildTestApp(second)
    const after = await tokenAt(renewed, email)
    expect(keyOf(after.token)).not.toBe(keyOf(before.token))
    // The process with the old key has not reloaded its keys yet, so neither process knows the other's key.
    before.browser.app = renewed
    after.browser.app = app
    // A process does not reload for an unknown key within five seconds of its last load.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000)
    onTestFinished(() => clock.mockRestore())
    for (const { browser, token } of [before, after])
      expect((await browser.json('POST', '/api/auth/local', { token })).statusCode).toBe(200)
    const published = (await renewed.inject('/identity/jwks')).json<{ keys: { kid: string }[] }>().keys
    expect(published.map(({ kid }) => kid)).toEqual([keyOf(after.token), keyOf(before.token)])
  })

  it('are deleted thirty days after their successor was created, and their tokens are rejected', async () => {
    const email = 'leaving@example.org'
    await signUp(new TestClient(app), email, PASSWORD)
    const { browser, token } = await tokenAt(app, email)
    await sql`update provider_keys set created_at = now() - interval '91 days'`
    await loadProviderKeys(sql)
    await sql`update provider_keys set created_at = created_at - interval '121 days'`
    const later = await buildTestApp(second)
    browser.app = later
    expect((await browser.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    const { keys } = (await later.inject('/identity/jwks')).json<{ keys: { kid: string }[] }>()
    expect(keys.map(({ kid }) => kid)).not.toContain(keyOf(token))
  })

  it('are created once when several processes start at the same moment', async () => {
    await sql`delete from provider_keys`
    const loaded = await Promise.all([1, 2, 3, 4].map(() => loadProviderKeys(second.sql)))
    expect(new Set(loaded.map(({ signing }) => signing.map(({ kid }) => kid).join())).size).toBe(1)
    expect(loaded[0]?.signing.length).toBe(1)
  })
})

describe('Too many sign-in attempts at the embedded provider', () => {
  it('get a 429 page with an accurate Retry-After, for this account and address only', async () => {
    const browser = new TestClient(await buildTestApp(database, { RATE_LIMIT_SCALE: '1' }))
    const flow = new SignInFlow(browser)
    await flow.begin()
    for (let n = 0; n < 10; n += 1)
      expect((await flow.submit({ email: 'nobody@example.org', password: 'guess number 1' })).status).toBe(
        400,
      )
    const stopped = await flow.submit({ email: 'Nobody@example.org', password: 'guess number 1' })
    expect([stopped.status, stopped.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(900)
    const other = await flow.submit({ email: 'ada@example.org', password: PASSWORD })
    expect(other.url).toContain(`${popup}?code=`)
  })
})
