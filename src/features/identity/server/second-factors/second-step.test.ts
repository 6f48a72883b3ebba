import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 5 })
const { sql } = database
const app = await buildTestApp(database)
const PASSWORD = 'plums in the icebox'

const codeAt = (secret: string, stepsLater = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsLater * 30_000 })

/** Creates a member with a completed profile and a browser in which they are signed in. */
const aMember = async (email: string, on = app) => {
  const browser = new TestClient(on)
  const { user } = await signUp(browser, email, PASSWORD)
  await sql`update users set profile_completed = true where id = ${user.id}`
  return { browser, email, user }
}

const addApp = async (browser: TestClient) => {
  const prepared = await browser.json('POST', '/api/user/authenticator-app')
  const { secret } = prepared.json()
  // Uses the previous time step's code, so that the current one can still be used to sign in.
  const answer = await browser.json('POST', '/api/user/authenticator-app/activate', {
    code: codeAt(secret, -1),
  })
  expect(answer.statusCode).toBe(200)
  const codes: string[] = answer.json().recoveryCodes
  return { secret, codes }
}

/** Enters the password in a new browser and returns the second-step page. */
const enterPassword = async (email: string, { browser = new TestClient(app), password = PASSWORD } = {}) => {
  const flow = new SignInFlow(browser)
  await flow.begin({ prompt: 'login' })
  const page = await flow.submit({ email, password })
  const send = async (code: string, on = browser) => {
    const answer = await on.send(page.url, { form: { code } })
    return answer.location ? on.follow(answer.location, `${on.origin}/auth/popup`) : answer
  }
  return { browser, flow, page, send }
}

const isSignedIn = ({ location }: { location: string }) => location.includes('/auth/popup?code=')

const member = await aMember('ada@example.org')
const factors = await addApp(member.browser)
const { email } = member
beforeEach(async () => {
  await sql`update authenticator_apps set last_step = 0`
})

describe('An authenticator app', () => {
  it('is active after its first code, and its secret is neither stored in plain text nor listed', async () => {
    const { browser, email } = await aMember('bea@example.org')
    const list = async () => (await browser.json('GET', '/api/user/second-factors')).json().factors
    const { secret, qrCode } = (await browser.json('POST', '/api/user/authenticator-app')).json()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(qrCode.path).toMatch(/^M\d+ \d+h1/)
    expect(await list()).toEqual({
      supportsPasskeys: true,
      needsConfirmedEmail: false,
      app: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    expect(isSignedIn((await enterPassword(email)).page)).toBe(true)
    const send = (code: string) => browser.json('POST', '/api/user/authenticator-app/activate', { code })
    const wrong = String((Number(codeAt(secret)) + 1) % 1_000_000).padStart(6, '0')
    expect((await send(wrong)).json()).toMatchObject({
      code: 'validation-failed',
      issues: [{ path: 'code' }],
    })
    const activated = await send(codeAt(secret))
    expect(activated.json().recoveryCodes).toHaveLength(10)
    expect(await list()).toMatchObject({ app: { usedAt: null }, recoveryCodesLeft: 10 })
    const again = await browser.json('POST', '/api/user/authenticator-app')
    expect(again.json()).toMatchObject({ code: 'authenticator-app-exists' })
    expect((await send(codeAt(secret))).json()).toMatchObject({ code: 'authenticator-app-expired' })
    const stored = await sql<{ encryptedSecret: Buffer }[]>`select encrypted_secret from authenticator_apps`
    for (const { encryptedSecret } of stored) expect(encryptedSecret.includes(secret)).toBe(false)
    expect((await browser.json('DELETE', '/api/user/authenticator-app')).statusCode).toBe(200)
    expect(await list()).toMatchObject({ app: null, recoveryCodesLeft: 0 })
    expect(isSignedIn((await enterPassword(email)).page)).toBe(true)
  })

  it('cannot be confirmed an hour after its secret was created', async () => {
    const { browser } = await aMember('cleo@example.org')
    const { secret } = (await browser.json('POST', '/api/user/authenticator-app')).json()
    await sql`update authenticator_apps set created_at = now() - interval '61 minutes' where confirmed_at is null`
    const answer = await browser.json('POST', '/api/user/authenticator-app/activate', {
      code: codeAt(secret),
    })
    expect(answer.json()).toMatchObject({ code: 'authenticator-app-expired' })
  })

  it('cannot be changed long after the sign-in', async () => {
    const { browser } = await aMember('dora@example.org')
    await sql`update sessions set authenticated_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes'
      where user_id = (select id from users where email = 'dora@example.org')`
    for (const [method, url] of [
      ['POST', '/api/user/authenticator-app'],
      ['DELETE', '/api/user/authenticator-app'],
      ['POST', '/api/user/passkeys/options'],
      ['DELETE', '/api/user/passkeys/1'],
      ['POST', '/api/user/recovery-codes'],
    ] as const)
      expect((await browser.json(method, url)).json()).toMatchObject({ signInAgain: true })
  })
})

describe('The second step of a sign-in', () => {
  it('follows a correct password, without a session before it', async () => {
    const { browser, page, flow, send } = await enterPassword(email)
    expect(page.body).toContain('Two-step sign-in')
    expect(
      isSignedIn(await browser.follow(flow.authorizeUrl({ prompt: 'none' }), `${browser.origin}/auth/popup`)),
    ).toBe(false)
    const done = await send(codeAt(factors.secret))
    expect(isSignedIn(done)).toBe(true)
    const exchanged = await browser.json('POST', '/api/auth/local', {
      token: await flow.token(done.location),
    })
    expect(exchanged.json()).toMatchObject({ email })
  })

  it('looks after a wrong password as for an account without a second factor', async () => {
    const { page } = await enterPassword(email, { password: 'wrong guess' })
    expect([page.status, page.body.includes('Incorrect email or password')]).toEqual([400, true])
  })

  it('accepts a code with a clock that is one period off, and refuses one that is two off', async () => {
    for (const [steps, isAccepted] of [
      [-2, false],
      [2, false],
      [-1, true],
      [1, true],
    ] as const) {
      const { send } = await enterPassword(email)
      expect([steps, isSignedIn(await send(codeAt(factors.secret, steps)))]).toEqual([steps, isAccepted])
    }
  })

  it('refuses a wrong code and one that was used, and then accepts the next one', async () => {
    const first = await enterPassword(email)
    const code = codeAt(factors.secret)
    expect(isSignedIn(await first.send(code))).toBe(true)
    const { send } = await enterPassword(email)
    const replayed = await send(code)
    expect([replayed.status, replayed.body.includes('has been used')]).toEqual([400, true])
    expect((await send('000')).status).toBe(400)
    expect(isSignedIn(await send(codeAt(factors.secret, 1)))).toBe(true)
  })

  it('accepts a code once when two requests send it at the same time', async () => {
    const [one, two] = [await enterPassword(email), await enterPassword(email)]
    const code = codeAt(factors.secret)
    const results = await Promise.all([one.send(code), two.send(code)])
    expect(results.filter(isSignedIn)).toHaveLength(1)
  })

  it('accepts each recovery code once, as people type it', async () => {
    const [code = ''] = factors.codes
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    const { send } = await enterPassword(email)
    expect(isSignedIn(await send(typed))).toBe(true)
    const { send: sendAgain } = await enterPassword(email)
    expect((await sendAgain(code)).status).toBe(400)
    const { browser } = member
    expect((await browser.json('GET', '/api/user/second-factors')).json().factors).toMatchObject({
      recoveryCodesLeft: 9,
    })
    const answer = await browser.json('POST', '/api/user/recovery-codes')
    const renewed: string[] = answer.json().recoveryCodes
    expect((await sendAgain(factors.codes[1] ?? '')).status).toBe(400)
    expect(isSignedIn(await sendAgain(renewed[0] ?? ''))).toBe(true)
    factors.codes = renewed
  })

  it('works only in the browser that entered the password, and once', async () => {
    const { page, send } = await enterPassword(email)
    const other = new TestClient(app)
    await new SignInFlow(other).begin({ prompt: 'login' })
    expect((await send(codeAt(factors.secret), other)).status).toBe(400)
    expect(page.url).toContain('/second-step')
    expect(isSignedIn(await send(codeAt(factors.secret)))).toBe(true)
    expect((await send(codeAt(factors.secret, 1))).status).toBe(400)
  })

  it.each([
    ['ten minutes', () => sql`update pending_sign_ins set ends_at = now()`],
    ['a changed password', () => sql`update local_accounts set password_hash = password_hash || '='`],
  ])('ends after %s, and asks for the password again', async (_, end) => {
    const { send, browser, page } = await enterPassword(email)
    await end()
    const late = await send(codeAt(factors.secret))
    expect([late.status, late.body.includes('This sign-in took too long')]).toEqual([400, true])
    const { status, location } = await browser.send(page.url)
    expect([status, location]).toEqual([303, page.url.replace('/second-step', '')])
    await sql`update local_accounts set password_hash = rtrim(password_hash, '=')`
  })

  it('ends when the account is deleted', async () => {
    const leaving = await aMember('eve@example.org')
    const { secret } = await addApp(leaving.browser)
    const { send } = await enterPassword('eve@example.org')
    const confirm = { confirm: leaving.user.username }
    expect((await leaving.browser.json('DELETE', '/api/user', confirm)).statusCode).toBe(200)
    expect((await send(codeAt(secret))).status).toBe(400)
    expect(
      await sql`select from pending_sign_ins p join local_accounts a using (subject)
      where a.email = 'eve@example.org'`,
    ).toHaveLength(0)
  })

  it('lets a muted member sign in', async () => {
    await sql`update users set is_muted = true where id = ${member.user.id}`
    const { send } = await enterPassword(email)
    expect(isSignedIn(await send(codeAt(factors.secret)))).toBe(true)
    await sql`update users set is_muted = false where id = ${member.user.id}`
  })

  it('is not skipped after a reset of the password, if the email was confirmed before', async () => {
    const { browser } = await aMember('fay@example.org')
    await sql`update local_accounts set email_verified_at = now() where email = 'fay@example.org'`
    const { secret } = await addApp(browser)
    const [row] = await sql<
      { subject: string }[]
    >`select subject from local_accounts where email = 'fay@example.org'`
    const { createAccountLink } = await import('../provider/create-account-link.ts')
    const { url } = await createAccountLink(
      sql,
      { publicUrl: 'http://localhost:3000' },
      { subject: row?.subject ?? '', email: 'fay@example.org' },
      { purpose: 'reset-password', isMailed: true },
    )
    const next = 'quite another long one'
    const reset = await new TestClient(app).send(new URL(url).pathname, { form: { password: next } })
    expect([reset.status, reset.body.includes('Password changed')]).toEqual([200, true])
    const { page, send } = await enterPassword('fay@example.org', { password: next })
    expect(page.body).toContain('Two-step sign-in')
    expect(isSignedIn(await send(codeAt(secret)))).toBe(true)
  })
})

describe('Wrong codes', () => {
  it('are limited per browser, and for the account without locking the owner out', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' })
    const at = (ip: string) => new TestClient(limited, undefined, { 'x-forwarded-for': ip })
    const owner = at('198.51.100.1')
    const { send: signInAtHome } = await enterPassword(email, { browser: owner })
    expect(isSignedIn(await signInAtHome(codeAt(factors.secret)))).toBe(true)
    const attack = async (ip: string) => {
      const { send } = await enterPassword(email, { browser: at(ip) })
      const statuses: number[] = []
      for (let n = 0; n < 11; n += 1) statuses.push((await send(`00000${n % 10}`)).status)
      return statuses
    }
    const first = await attack('203.0.113.1')
    expect(first).toEqual([...Array<number>(10).fill(400), 429])
    await attack('203.0.113.2')
    await attack('203.0.113.3')
    // The account's limit for unknown browsers is now used up, so even the correct code is rejected.
    const unknown = await enterPassword(email, { browser: at('198.51.100.9') })
    const refused = await unknown.send(codeAt(factors.secret, 1))
    expect([refused.status, refused.body.includes('recovery code')]).toEqual([429, true])
    expect(isSignedIn(await unknown.send(factors.codes[5] ?? ''))).toBe(true)
    const known = await enterPassword(email, { browser: owner })
    expect(isSignedIn(await known.send(codeAt(factors.secret, 1)))).toBe(true)
  })
})

it('Browsers that were known before a factor was added are forgotten, and all known ones share a limit', async () => {
  const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' })
  const at = (ip: string) => new TestClient(limited, undefined, { 'x-forwarded-for': ip })
  const ida = await aMember('ida@example.org')
  const ofIda = sql`subject = (select subject from local_accounts where email = 'ida@example.org')`
  expect(await sql`select from known_devices where ${ofIda}`).toHaveLength(1)
  const { secret } = await addApp(ida.browser)
  expect(await sql`select from known_devices where ${ofIda}`).toHaveLength(0)
  const homes: TestClient[] = []
  for (const n of [1, 2, 3, 4]) {
    await sql`update authenticator_apps set last_step = 0`
    const home = at(`198.51.100.${n}`)
    const { send } = await enterPassword(ida.email, { browser: home })
    expect(isSignedIn(await send(codeAt(secret)))).toBe(true)
    homes.push(home)
  }
  await sql`delete from rate_limits`
  const statuses: number[] = []
  for (const home of homes) {
    const { send } = await enterPassword(ida.email, { browser: home })
    for (let n = 0; n < 10; n += 1) statuses.push((await send(`00000${n}`)).status)
  }
  expect(statuses).toEqual([...Array<number>(30).fill(400), ...Array<number>(10).fill(429)])
})

it('A mail follows every change of the factors and every used recovery code', async () => {
  const settings = { SMTP_URL: 'smtp://localhost:1', MAIL_FROM: 'prompts@example.org' }
  const mailing = await buildTestApp(database, settings)
  const { browser } = await aMember('hal@example.org', mailing)
  await sql`update local_accounts set email_verified_at = now() where email = 'hal@example.org'`
  const { codes } = await addApp(browser)
  const { send } = await enterPassword('hal@example.org', { browser: new TestClient(mailing) })
  expect(isSignedIn(await send(codes[0] ?? ''))).toBe(true)
  await browser.json('POST', '/api/user/recovery-codes')
  await browser.json('DELETE', '/api/user/authenticator-app')
  const notices = await sql<{ kind: string }[]>`
    select data ->> 'kind' as kind from jobs.job where name = 'mail-security-notice' order by created_on`
  const kinds = ['app-added', 'recovery-code-used', 'recovery-codes-replaced', 'app-removed']
  expect(notices.map(({ kind }) => kind).filter((kind) => kind !== 'new-sign-in')).toEqual(kinds)
})

it('The export names the factors without their secrets, and the deletion of the account removes them', async () => {
  const { browser, user } = await aMember('gil@example.org')
  const { secret, codes } = await addApp(browser)
  const exported = await browser.json('GET', '/api/user/export')
  expect(exported.json()).toMatchObject({ authenticatorApps: [{ usedAt: null }], passkeys: [] })
  expect(exported.json().recoveryCodes).toHaveLength(10)
  for (const text of [secret, codes[0] ?? '', 'encryptedSecret', 'codeHash'])
    expect(exported.body).not.toContain(text)
  const before = await sql`select from recovery_codes`
  expect((await browser.json('DELETE', '/api/user', { confirm: user.username })).statusCode).toBe(200)
  expect(await sql`select from recovery_codes`).toHaveLength(before.length - 10)
})
