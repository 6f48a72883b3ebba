import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedPasskey, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { TestPasskey } from '#tests/support/passkey.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { lockLocalAccount, selectAccountBySubject, updatePassword } from './provider/account-query.ts'
import { createAccountLink } from './provider/create-account-link.ts'
import { endUnprovenAccess } from './provider/end-account-access.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 8 })
const { sql } = database
const mail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'prompts@example.org',
  ADMIN_EMAILS: 'boss@example.org, chief@example.org',
}
const config = readConfig(mail)
const withMail = await buildTestApp(database, mail)
const withoutMail = await buildTestApp(database)
const STRANGERS = 'the password of a stranger'
const OWNERS = 'the password of the owner'

/** Signs up with somebody else's email and completes the profile. */
const aStranger = async (email: string, app = withMail) => {
  const browser = new TestClient(app)
  const { user, token } = await signUp(browser, email, STRANGERS)
  await sql`update users set profile_completed = true where id = ${user.id}`
  const [row] = await sql<{ subject: string }[]>`select subject from local_accounts where email = ${email}`
  return { browser, user, token, email, subject: row?.subject ?? '' }
}
type Stranger = Awaited<ReturnType<typeof aStranger>>

/** Adds a passkey, an unfinished app and recovery codes, as was possible before an email had to be confirmed. */
const setUpFactors = async ({ browser, subject }: Stranger) => {
  browser.app = withoutMail
  const passkey = new TestPasskey()
  const add = async (key: TestPasskey) =>
    browser.json('POST', '/api/user/passkeys', {
      name: 'Mine',
      response: key.register((await browser.json('POST', '/api/user/passkeys/options')).json()),
    })
  expect((await add(passkey)).statusCode).toBe(200)
  expect((await browser.json('POST', '/api/user/authenticator-app')).statusCode).toBe(200)
  browser.app = withMail
  expect(await sql`select from authenticator_apps where subject = ${subject}`).toHaveLength(1)
  return passkey
}

const linkOf = async (
  { subject, email }: Stranger,
  purpose: 'reset-password' | 'confirm-email',
  isMailed = true,
) => new URL((await createAccountLink(sql, config, { subject, email }, { purpose, isMailed })).url).pathname

const signIn = async (email: string, password: string, browser = new TestClient(withMail)) => {
  const flow = new SignInFlow(browser)
  await flow.begin({ prompt: 'login' })
  return { browser, flow, answer: await flow.submit({ email, password }) }
}
const isSignedIn = ({ answer }: Awaited<ReturnType<typeof signIn>>) => answer.location.includes('?code=')
const exchange = (browser: TestClient, token: string) => browser.json('POST', '/api/auth/local', { token })
const statusOf = async (browser: TestClient) => (await browser.json('GET', '/api/auth/me')).statusCode

const remnants = async (subject: string) => {
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::integer from passkeys where subject = ${subject}) as passkeys,
      (select count(*)::integer from authenticator_apps where subject = ${subject}) as apps,
      (select count(*)::integer from recovery_codes where subject = ${subject}) as codes,
      (select count(*)::integer from pending_sign_ins where subject = ${subject}) as sign_ins,
      (select count(*)::integer from account_links where subject = ${subject}) as links,
      (select count(*)::integer from known_devices where subject = ${subject}) as devices,
      (select count(*)::integer from provider_payloads where account_id = ${subject}) as payloads`
  return row
}
const NOTHING = { passkeys: 0, apps: 0, codes: 0, signIns: 0, links: 0, devices: 0, payloads: 0 }

describe('The first password reset by mail of an account whose email is not confirmed', () => {
  it('ends everything that a stranger has set up, and makes only the owner an admin', async () => {
    const stranger = await aStranger('boss@example.org')
    const { browser, subject, email } = stranger
    const passkey = await setUpFactors(stranger)
    const pending = await signIn(email, STRANGERS)
    expect(pending.answer.url).toContain('/second-step')
    const adminsLink = await linkOf(stranger, 'reset-password', false)
    const confirmation = await linkOf(stranger, 'confirm-email')
    browser.app = withoutMail
    const options = (await browser.json('POST', '/api/user/passkeys/options')).json()
    browser.app = withMail
    const path = await linkOf(stranger, 'reset-password')
    const owner = new TestClient(withMail)
    expect((await owner.send(path, { form: { password: OWNERS } })).status).toBe(200)
    expect(await remnants(subject)).toEqual(NOTHING)

    const response = new TestPasskey().register(options)
    expect((await browser.json('POST', '/api/user/passkeys', { name: 'Late', response })).statusCode).toBe(
      401,
    )
    expect(await statusOf(browser)).toBe(401)
    expect((await owner.send(adminsLink, { form: { password: STRANGERS } })).status).toBe(410)
    expect((await browser.send(confirmation, { form: {} })).status).toBe(410)
    const code = await pending.browser.send(pending.answer.url ?? '', { form: { code: '123456' } })
    expect(code.body).toContain('took too long')

    const owners = await signIn(email, OWNERS, owner)
    expect(isSignedIn(owners)).toBe(true)
    const session = await exchange(owner, await owners.flow.token(owners.answer.location))
    expect(session.json()).toMatchObject({ isAdmin: true })
    expect(isSignedIn(await signIn(email, STRANGERS))).toBe(false)
    const thief = new TestClient(withMail)
    const { url } = await new SignInFlow(thief).begin({ prompt: 'login' })
    const challenge = JSON.parse((await thief.send(`${url}/passkey/options`, { method: 'POST' })).body)
    const answer = await thief.send(`${url}/passkey`, {
      form: { response: passkey.answer(challenge) },
    })
    expect([answer.status, answer.location]).toEqual([400, ''])
  })

  it('rejects a sign-in that was almost finished', async () => {
    const stranger = await aStranger('almost@example.org')
    const flow = new SignInFlow(new TestClient(withMail))
    const { url } = await flow.begin({ prompt: 'login' })
    const { location } = await flow.browser.send(url, {
      form: { email: stranger.email, password: STRANGERS },
    })
    const unused = await signIn(stranger.email, STRANGERS)
    const token = await unused.flow.token(unused.answer.location)
    const path = await linkOf(stranger, 'reset-password')
    await new TestClient(withMail).send(path, { form: { password: OWNERS } })
    expect((await exchange(unused.browser, token)).statusCode).toBe(401)
    const resumed = await flow.browser.follow(location, `${flow.browser.origin}/auth/popup`)
    if (resumed.location.includes('?code='))
      expect((await exchange(flow.browser, await flow.token(resumed.location))).statusCode).toBe(401)
    const next = await signIn(stranger.email, OWNERS)
    expect((await exchange(next.browser, await next.flow.token(next.answer.location))).statusCode).toBe(200)
  })

  it('waits for a session that is being opened and ends it', async () => {
    const { browser, subject, email } = await aStranger('race@example.org')
    const other = await signIn(email, STRANGERS)
    const token = await other.flow.token(other.answer.location)
    let opening: Promise<{ statusCode: number }> | null = null
    await sql.begin(async (tx) => {
      await lockLocalAccount(tx, subject)
      opening = exchange(other.browser, token)
      await waitFor(async () => {
        const waiting =
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect(waiting.length).toBeGreaterThan(0)
      })
      await endUnprovenAccess(tx, config, subject)
    })
    expect((await (opening as unknown as Promise<{ statusCode: number }>)).statusCode).toBe(401)
    expect([await statusOf(browser), await statusOf(other.browser)]).toEqual([401, 401])
  })

  it('rejects a sign-in with the old password that reads the account while the reset is being stored', async () => {
    const { email, subject } = await aStranger('window@example.org')
    let signingIn: ReturnType<typeof signIn> | null = null
    await sql.begin(async (tx) => {
      await lockLocalAccount(tx, subject)
      await updatePassword(tx, subject, 'no password')
      await endUnprovenAccess(tx, config, subject)
      // Sign-ins have a time in whole seconds.
      await delay(1_100)
      signingIn = signIn(email, STRANGERS)
      await waitFor(async () => {
        const waiting =
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect(waiting.length).toBeGreaterThan(0)
      })
    })
    const late = await (signingIn as unknown as ReturnType<typeof signIn>)
    const token = isSignedIn(late) ? await late.flow.token(late.answer.location) : null
    expect(token && (await exchange(late.browser, token)).statusCode).not.toBe(200)
  })

  it('rejects a sign-in between two resets in the same second', async () => {
    const { email, subject } = await aStranger('twice@example.org')
    const reset = () =>
      sql.begin(async (tx) => {
        await lockLocalAccount(tx, subject)
        await endUnprovenAccess(tx, config, subject)
      })
    await reset()
    // The sign-in has the first whole second after the reset.
    const between = await selectAccountBySubject(sql, subject)
    await reset()
    const after = await selectAccountBySubject(sql, subject)
    expect(Number(after?.signedOutAt)).toBeGreaterThan((between?.authTime ?? 0) * 1000)
    const next = await signIn(email, STRANGERS)
    expect((await exchange(next.browser, await next.flow.token(next.answer.location))).statusCode).toBe(200)
  })

  it('keeps the second factors of an account whose email was confirmed before', async () => {
    const member = await aStranger('kept@example.org')
    await sql`update local_accounts set email_verified_at = now() where subject = ${member.subject}`
    await seedPasskey(database, member.subject)
    const path = await linkOf(member, 'reset-password')
    expect((await new TestClient(withMail).send(path, { form: { password: OWNERS } })).status).toBe(200)
    expect(await remnants(member.subject)).toEqual({ ...NOTHING, passkeys: 1 })
  })
})

describe("An admin's reset link", () => {
  it('ends the second factors of an account whose email is not confirmed', async () => {
    const stranger = await aStranger('linked@example.org')
    await setUpFactors(stranger)
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const link = await withMail.inject({
      method: 'POST',
      url: `/api/admin/users/${stranger.user.id}/reset-link`,
      headers: admin,
    })
    const { pathname } = new URL(link.json().url)
    expect((await new TestClient(withMail).send(pathname, { form: { password: OWNERS } })).status).toBe(200)
    expect(await remnants(stranger.subject)).toEqual(NOTHING)
    expect(await statusOf(stranger.browser)).toBe(401)
  })
})

describe('The confirmation of an email', () => {
  it('ends second factors and other browsers, but keeps the browser that confirms signed in', async () => {
    const member = await aStranger('chief@example.org')
    const other = await signIn(member.email, STRANGERS)
    await exchange(other.browser, await other.flow.token(other.answer.location))
    await setUpFactors(member)
    expect(await statusOf(other.browser)).toBe(200)
    const path = await linkOf(member, 'confirm-email')
    // No browser has been known since the passkey was added.
    const page = await member.browser.send(path, { form: { password: STRANGERS } })
    expect(page.body).toContain('is confirmed')
    expect(await remnants(member.subject)).toEqual(NOTHING)
    expect([await statusOf(member.browser), await statusOf(other.browser)]).toEqual([200, 401])
    expect((await exchange(member.browser, member.token)).statusCode).toBe(200)
    const add = await member.browser.json('POST', '/api/user/passkeys/options')
    expect(add.statusCode).toBe(200)
  })
})

describe('A second factor of an account whose email is not confirmed', () => {
  it('can be added only on a site that sends no mail', async () => {
    const { browser, email } = await aStranger('unconfirmed@example.org')
    const factors = async () => (await browser.json('GET', '/api/user/second-factors')).json().factors
    expect(await factors()).toMatchObject({ needsConfirmedEmail: true })
    browser.app = withoutMail
    expect(await factors()).toMatchObject({ needsConfirmedEmail: false })
    const options = (await browser.json('POST', '/api/user/passkeys/options')).json()
    browser.app = withMail
    const response = new TestPasskey().register(options)
    for (const [url, body] of [
      ['/api/user/passkeys/options', undefined],
      ['/api/user/passkeys', { name: 'Laptop', response }],
      ['/api/user/authenticator-app', undefined],
      ['/api/user/authenticator-app/activate', { code: '123456' }],
    ] as const) {
      const answer = await browser.json('POST', url, body)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'email-not-confirmed'])
    }
    expect((await browser.json('POST', '/api/user/email-confirmation')).statusCode).toBe(200)
    expect(await sql`select from jobs.job where name = 'mail-confirmation'`).not.toHaveLength(0)
    await sql`update local_accounts set email_verified_at = now() where email = ${email}`
    expect((await browser.json('POST', '/api/user/email-confirmation')).json().code).toBe('email-confirmed')
  })

  it('cannot be added by a request whose session ends while it runs', async () => {
    const { browser, subject } = await aStranger('late@example.org', withoutMail)
    const options = (await browser.json('POST', '/api/user/passkeys/options')).json()
    let adding: Promise<{ statusCode: number }> | null = null
    await sql.begin(async (tx) => {
      await lockLocalAccount(tx, subject)
      const response = new TestPasskey().register(options)
      adding = browser.json('POST', '/api/user/passkeys', { name: 'Late', response })
      await waitFor(async () => {
        const waiting =
          await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
        expect(waiting.length).toBeGreaterThan(0)
      })
      await endUnprovenAccess(tx, config, subject)
    })
    expect((await (adding as unknown as Promise<{ statusCode: number }>)).statusCode).toBe(401)
    expect(await remnants(subject)).toEqual(NOTHING)
  })
})
