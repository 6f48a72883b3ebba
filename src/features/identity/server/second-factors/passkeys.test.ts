import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedLocalUser, seedPasskey, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { TestPasskey } from '#tests/support/passkey.ts'
import { supportsPasskeys } from './passkeys.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database
const app = await buildTestApp(database)
const PASSWORD = 'plums in the icebox'

const aMember = async (email: string) => {
  const browser = new TestClient(app)
  const { user } = await signUp(browser, email, PASSWORD)
  await sql`update users set profile_completed = true where id = ${user.id}`
  return { browser, user, email }
}

const prepare = async (browser: TestClient) =>
  (await browser.json('POST', '/api/user/passkeys/options')).json()
const add = (browser: TestClient, response: object, name = 'Laptop') =>
  browser.json('POST', '/api/user/passkeys', { name, response })
const list = async (browser: TestClient) =>
  (await browser.json('GET', '/api/user/second-factors')).json().factors
const aPasskeyOf = async (browser: TestClient): Promise<TestPasskey> => {
  const passkey = new TestPasskey()
  expect((await add(browser, passkey.register(await prepare(browser)))).statusCode).toBe(200)
  return passkey
}

/** Opens the passkey sign-in page or, if an email is given, that account's second-step page. */
const openStep = async (email?: string) => {
  const browser = new TestClient(app)
  const flow = new SignInFlow(browser)
  const { url } = await flow.begin({ prompt: 'login' })
  const page = email === undefined ? { url, body: '' } : await flow.submit({ email, password: PASSWORD })
  const options = async () => {
    const answer = await browser.send(`${page.url}/passkey/options`, { method: 'POST' })
    return JSON.parse(answer.body)
  }
  const send = async (response: string) => {
    const answer = await browser.send(`${page.url}/passkey`, { form: { response } })
    return answer.location ? browser.follow(answer.location, `${browser.origin}/auth/popup`) : answer
  }
  return { browser, flow, page, options, send }
}

const isSignedIn = ({ location }: { location: string }) => location.includes('/auth/popup?code=')

describe('A new passkey', () => {
  it('is listed by its name, can be renamed and removed, and comes with recovery codes', async () => {
    const { browser } = await aMember('ada@example.org')
    const passkey = new TestPasskey()
    const options = await prepare(browser)
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'ada@example.org' },
      excludeCredentials: [],
    })
    const added = await add(browser, passkey.register(options), '  Laptop ')
    expect(added.json().recoveryCodes).toHaveLength(10)
    const [listed] = (await list(browser)).passkeys
    expect(listed).toMatchObject({ name: 'Laptop', usedAt: null })
    expect((await prepare(browser)).excludeCredentials).toMatchObject([
      { id: passkey.id.toString('base64url') },
    ])
    const second = await add(browser, new TestPasskey().register(await prepare(browser)))
    expect(second.json()).toEqual({ recoveryCodes: null })

    const stranger = await aMember('bea@example.org')
    const url = `/api/user/passkeys/${listed.id}`
    expect((await stranger.browser.json('PATCH', url, { name: 'Mine' })).statusCode).toBe(404)
    expect((await stranger.browser.json('DELETE', url)).statusCode).toBe(404)
    expect((await browser.json('PATCH', url, { name: 'Old laptop' })).statusCode).toBe(200)
    expect((await list(browser)).passkeys[0]).toMatchObject({ name: 'Old laptop' })
    expect((await browser.json('DELETE', url)).statusCode).toBe(200)
    expect(await list(browser)).toMatchObject({ passkeys: [{ name: 'Laptop' }], recoveryCodesLeft: 10 })
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { rpId: 'evil.example' }],
  ])('is refused if it was created for %s', async (_, changes) => {
    const { browser } = await aMember(`${Object.keys(changes)}@example.org`.toLowerCase())
    const answer = await add(browser, new TestPasskey().register(await prepare(browser), changes))
    expect(answer.json()).toMatchObject({ code: 'passkey-rejected' })
    expect((await list(browser)).passkeys).toEqual([])
  })

  it('is refused with a used, an expired or another session’s challenge, and a second time', async () => {
    const { browser } = await aMember('cleo@example.org')
    const options = await prepare(browser)
    const passkey = new TestPasskey()
    const response = passkey.register(options)
    const other = await aMember('dora@example.org')
    await prepare(other.browser)
    expect((await add(other.browser, response)).statusCode).toBe(400)
    expect((await add(browser, response)).statusCode).toBe(200)
    expect((await add(browser, response)).statusCode).toBe(400)
    expect((await add(browser, passkey.register(await prepare(browser)))).statusCode).toBe(400)
    const late = new TestPasskey().register(await prepare(browser))
    await sql`update passkey_challenges set ends_at = now()`
    expect((await add(browser, late)).statusCode).toBe(400)
  })
})

describe('A passkey after the password', () => {
  it('signs in, and shows when it was last used', async () => {
    const { browser, email } = await aMember('eve@example.org')
    const passkey = await aPasskeyOf(browser)
    const { page, options, send } = await openStep(email)
    expect(page.body).toContain('Use a passkey')
    expect(page.body).not.toContain('authenticator app')
    const challenge = await options()
    expect(challenge.allowCredentials).toHaveLength(1)
    expect(isSignedIn(await send(passkey.answer(challenge, { isVerified: false })))).toBe(true)
    expect((await list(browser)).passkeys).toMatchObject([{ usedAt: expect.any(String) }])
  })

  it('is refused if it belongs to another account, or answers another challenge, origin or domain', async () => {
    const { browser, email } = await aMember('fay@example.org')
    const passkey = await aPasskeyOf(browser)
    const stranger = await aPasskeyOf((await aMember('gil@example.org')).browser)
    const { options, send } = await openStep(email)
    for (const answer of [
      stranger.answer(await options()),
      passkey.answer(await options(), { origin: 'https://evil.example' }),
      passkey.answer(await options(), { rpId: 'evil.example' }),
      passkey.answer(await options(), { challenge: 'AAAA' }),
      new TestPasskey().answer(await options()),
      'null',
      '{',
    ])
      expect((await send(answer)).status).toBe(400)
    const challenge = await options()
    expect(isSignedIn(await send(passkey.answer(challenge)))).toBe(true)
    const again = await openStep(email)
    expect((await again.send(passkey.answer(challenge))).status).toBe(400)
  })

  it('is refused if its counter does not grow, because it may be a copy', async () => {
    const { browser, email } = await aMember('hal@example.org')
    const passkey = await aPasskeyOf(browser)
    const use = async (counter: number) => {
      passkey.counter = counter
      const { options, send } = await openStep(email)
      return isSignedIn(await send(passkey.answer(await options())))
    }
    expect(await use(5)).toBe(true)
    expect(await use(5)).toBe(false)
    expect(await use(4)).toBe(false)
    expect(await use(6)).toBe(true)
  })
})

describe('A passkey instead of the password', () => {
  it('signs in if the device has verified its user', async () => {
    const { browser, email } = await aMember('ian@example.org')
    const passkey = await aPasskeyOf(browser)
    const { options, send, flow, browser: fresh } = await openStep()
    const challenge = await options()
    expect(challenge).toMatchObject({ userVerification: 'required' })
    expect(challenge.allowCredentials).toBeUndefined()
    const unverified = await send(passkey.answer(challenge, { isVerified: false }))
    expect([unverified.status, unverified.body.includes('verify this passkey')]).toEqual([400, true])
    const done = await send(passkey.answer(await options()))
    expect(isSignedIn(done)).toBe(true)
    const signedIn = await fresh.json('POST', '/api/auth/local', { token: await flow.token(done.location) })
    expect(signedIn.json()).toMatchObject({ email })
    expect((await fresh.json('GET', '/api/user/recent-sign-in')).statusCode).toBe(200)
  })

  it('is refused after it was removed, and with a challenge of another browser', async () => {
    const { browser } = await aMember('jan@example.org')
    const passkey = await aPasskeyOf(browser)
    const [one, two] = [await openStep(), await openStep()]
    const challenge = await one.options()
    await two.options()
    expect((await two.send(passkey.answer(challenge))).status).toBe(400)
    const [{ id }] = (await list(browser)).passkeys
    await browser.json('DELETE', `/api/user/passkeys/${id}`)
    expect((await one.send(passkey.answer(challenge))).status).toBe(400)
  })
})

describe('An admin', () => {
  it('removes all second factors of a member who has lost them, which the audit log records', async () => {
    const { browser, user, email } = await aMember('kim@example.org')
    await aPasskeyOf(browser)
    const { send, page } = await openStep(email)
    expect(page.url).toContain('/second-step')
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const remove = (id: number) =>
      app.inject({
        method: 'DELETE',
        url: `/api/admin/users/${id}/second-factors?reason=Lost`,
        headers: admin,
      })
    expect((await remove(user.id)).json()).toEqual({ removed: 1 })
    expect((await send('{}')).status).toBe(400)
    expect(await list(browser)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect(isSignedIn((await openStep(email)).page as never)).toBe(true)
    const acts = await app.inject({ url: '/api/admin/acts', headers: admin })
    expect(acts.json()[0]).toMatchObject({ action: 'reset-second-factors-of-user', reason: 'Lost' })
    expect((await remove(user.id)).json()).toMatchObject({ code: 'second-factor-not-found' })
  })

  it('cannot remove those of another admin', async () => {
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const local = await seedLocalUser(database)
    await seedPasskey(database, local.subject)
    await sql`update users set is_admin = true where id = ${local.id}`
    const url = `/api/admin/users/${local.id}/second-factors`
    expect((await app.inject({ method: 'DELETE', url, headers: admin })).statusCode).toBe(403)
  })
})

it('Passkeys need a domain', () => {
  const isSupported = (PUBLIC_URL: string) => supportsPasskeys(readConfig({ PUBLIC_URL }))
  expect(['https://prompts.example.org', 'http://localhost:3000'].map(isSupported)).toEqual([true, true])
  expect(['https://192.0.2.1', 'https://[2001:db8::1]'].map(isSupported)).toEqual([false, false])
})
