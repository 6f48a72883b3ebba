import { decodeJwt } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { Job } from '#server/jobs/job.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { mailJobs } from '../mail-jobs.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const settings = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  ADMIN_EMAILS: 'boss@example.org',
}
const app = await buildTestApp(database, settings)
const config = readConfig(settings)
const jobs = startTestJobs(url, sql, config, mailJobs as readonly Job[])
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})

const PASSWORD = 'a long enough one'
const NEXT = 'quite another long one'
const { received } = mailServer
const signIn = async (browser: TestClient, email: string, password = PASSWORD) => {
  const flow = new SignInFlow(browser)
  await flow.begin({ prompt: 'login' })
  return { flow, response: await flow.submit({ email, password }) }
}
/** Waits for the next mail with this subject, and returns the path of its link. */
const nextMail = async (subject: RegExp) => {
  const isMatch = ({ headers }: (typeof received)[number]) =>
    headers.some((line) => line.startsWith('Subject: ') && subject.test(line))
  const mail = await waitFor(() => {
    const found = received.find(isMatch)
    expect(found).toBeDefined()
    return found
  })
  return { mail, path: /http:\/\/localhost:3000(\/identity\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '' }
}
const forgot = async (email: string, headers?: Record<string, string>) => {
  const browser = new TestClient(app)
  const { url } = await new SignInFlow(browser).begin()
  const answer = await browser.send(`${new URL(url).pathname}/forgot`, { form: { email }, headers })
  return {
    status: answer.status,
    body: answer.body.replaceAll(email, '…').replace(/interaction\/[\w-]+/g, ''),
  }
}
const queued = async () =>
  (await sql`select from jobs.job where state in ('created', 'retry', 'active') and name like 'mail-%'`)
    .length

beforeEach(async () => {
  await waitFor(async () => expect(await queued()).toBe(0))
  received.length = 0
})

describe('A forgotten password', () => {
  const browser = new TestClient(app)

  it('is replaced with a mailed link, which ends all sessions and works once', async () => {
    const { token } = await signUp(browser, 'ada@example.org', PASSWORD)
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(200)
    expect((await new SignInFlow(new TestClient(app)).begin()).body).toContain('Forgot your password?')
    await forgot('ADA@example.org', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    const { mail, path } = await nextMail(/new password/)
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
    const stored = await sql<
      { all: string }[]
    >`select (select string_agg(data::text, '') from jobs.job) as all`
    expect(stored[0]?.all).not.toContain(path.split('/').at(-1))

    const other = new TestClient(app)
    expect((await other.send(path)).body).toContain('Set a new password')
    const weak = await other.send(path, { form: { password: 'short' } })
    expect([weak.status, weak.body.includes('at least 10 characters')]).toEqual([400, true])
    const done = await other.send(path, { form: { password: NEXT } })
    expect([done.status, done.body.includes('Password changed')]).toEqual([200, true])
    expect((await other.send(path, { form: { password: NEXT } })).status).toBe(410)
    expect((await other.send(path)).status).toBe(410)

    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(401)
    expect((await browser.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    expect((await new SignInFlow(browser).begin()).body).toContain('Password')
    expect((await signIn(new TestClient(app), 'ada@example.org')).response.status).toBe(400)
    const { flow, response } = await signIn(new TestClient(app), 'ada@example.org', NEXT)
    // Resetting the password by email proves that the person owns the mailbox.
    expect(decodeJwt(await flow.token(response.location))).toMatchObject({ email_verified: true })
    await nextMail(/password was changed/)
  })

  it('refuses an ID token that was issued before the reset and not used yet', async () => {
    const thief = new TestClient(app)
    const { flow, response } = await signIn(thief, 'ada@example.org', NEXT)
    const token = await flow.token(response.location)
    await sql`update local_accounts set signed_out_at = now() + interval '2 seconds' where email = 'ada@example.org'`
    expect((await thief.json('POST', '/api/auth/local', { token })).statusCode).toBe(401)
    await sql`update local_accounts set signed_out_at = null`
  })

  it('ends an earlier link when a newer one is sent, and every link after an hour', async () => {
    await forgot('ada@example.org')
    const first = await nextMail(/new password/)
    received.length = 0
    await forgot('ada@example.org')
    const second = await nextMail(/new password/)
    expect((await new TestClient(app).send(first.path)).status).toBe(410)
    expect((await new TestClient(app).send(second.path)).status).toBe(200)
    await sql`update account_links set ends_at = now()`
    expect((await new TestClient(app).send(second.path)).status).toBe(410)
  })

  it('gets the same answer for an unknown email, and no mail', async () => {
    const [known, unknown] = [await forgot('ada@example.org'), await forgot('nobody@example.org')]
    expect(unknown).toEqual(known)
    await nextMail(/new password/)
    await waitFor(async () => expect(await queued()).toBe(0))
    expect(received.flatMap(({ to }) => to)).toEqual(['ada@example.org'])
    expect((await forgot('ada@example.org\r\nBcc: eve@example.org')).status).toBe(400)
  })

  it('is asked for at most three times an hour per account and ten per address, without locking the owner out', async () => {
    const limited = await buildTestApp(database, { ...settings, RATE_LIMIT_SCALE: '1' })
    const ask = async (ip: string) => {
      const from = new TestClient(limited)
      const { url } = await new SignInFlow(from).begin()
      const form = new URLSearchParams({ email: 'ada@example.org' }).toString()
      return limited.inject({
        method: 'POST',
        url: `${new URL(url).pathname}/forgot`,
        remoteAddress: ip,
        headers: {
          origin: from.origin,
          cookie: [...from.cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: form,
      })
    }
    await sql`delete from rate_limits`
    const answers = []
    for (let attempt = 0; attempt < 11; attempt += 1) answers.push((await ask('192.0.2.7')).statusCode)
    expect(answers).toEqual([...Array(10).fill(200), 429])
    await waitFor(async () => expect(received).toHaveLength(3))
    expect((await ask('192.0.2.8')).statusCode).toBe(200)
    const last =
      /http:\/\/localhost:3000(\/identity\/reset\/\S+)/.exec(received.at(-1)?.text ?? '')?.[1] ?? ''
    expect((await new TestClient(app).send(last)).status).toBe(200)
    // Requesting links does not change the password.
    expect((await signIn(new TestClient(app), 'ada@example.org', NEXT)).response.status).toBe(0)
  })

  it('is mailed later if the mail server refuses it for now', async () => {
    mailServer.refusals.push(451)
    await forgot('ada@example.org')
    await waitFor(async () => {
      const { count } = await sql`update jobs.job set start_after = now() where state = 'retry'`
      expect(count).toBe(1)
    })
    await nextMail(/new password/)
  })
})

describe('The email of a new account', () => {
  it('is confirmed with a link, so that ADMIN_EMAILS applies from the next sign-in', async () => {
    const browser = new TestClient(app)
    const { token } = await signUp(browser, 'boss@example.org', PASSWORD)
    expect(decodeJwt(token)).toMatchObject({ email_verified: false })
    expect((await browser.json('GET', '/api/auth/me')).json()).toMatchObject({ isAdmin: false })
    const { path } = await nextMail(/Confirm your email/)
    const page = await browser.send(path)
    expect(page.body).not.toContain('type="password"')
    expect((await browser.send(path, { form: {} })).body).toContain('Email confirmed')
    expect((await browser.send(path, { form: {} })).status).toBe(410)
    const { flow, response } = await signIn(browser, 'boss@example.org')
    const next = await flow.token(response.location)
    expect(decodeJwt(next)).toMatchObject({ email_verified: true })
    expect((await browser.json('POST', '/api/auth/local', { token: next })).json()).toMatchObject({
      isAdmin: true,
    })
  })

  it('is not confirmed by somebody who only reads the mailbox, without the password', async () => {
    await signUp(new TestClient(app), 'grace@example.org', PASSWORD)
    const { path } = await nextMail(/Confirm your email/)
    const other = new TestClient(app)
    expect((await other.send(path)).body).toContain('type="password"')
    expect((await other.send(path, { form: { password: 'a wrong password' } })).status).toBe(400)
    expect((await other.send(path, { form: {} })).status).toBe(400)
    expect((await other.send(path, { form: { password: PASSWORD } })).body).toContain('Email confirmed')
  })

  it('is asked for again at a sign-in, once a day', async () => {
    await signUp(new TestClient(app), 'carol@example.org', PASSWORD)
    await nextMail(/Confirm your email/)
    await signIn(new TestClient(app), 'carol@example.org')
    await waitFor(async () => expect(await queued()).toBe(0))
    expect(received).toHaveLength(1)
    await sql`delete from rate_limits`
    await signIn(new TestClient(app), 'carol@example.org')
    await waitFor(() => expect(received).toHaveLength(2))
  })
})

describe('The owner of an account', () => {
  it('hears of a sign-in from a new browser, and of a changed password, but not of a known browser', async () => {
    await sql`update local_accounts set email_verified_at = now()`
    const browser = new TestClient(app)
    const { flow, response } = await signIn(browser, 'carol@example.org')
    await nextMail(/New sign-in/)
    received.length = 0
    await signIn(browser, 'carol@example.org')
    await waitFor(async () => expect(await queued()).toBe(0))
    expect(received).toEqual([])
    await browser.json('POST', '/api/auth/local', { token: await flow.token(response.location) })
    await sql`update users set profile_completed = true`
    const body = { current: PASSWORD, next: NEXT }
    expect((await browser.json('POST', '/api/user/password', body)).statusCode).toBe(200)
    const { mail } = await nextMail(/password was changed/)
    expect(mail?.to).toEqual(['carol@example.org'])
  })
})

describe('Without a mail server', () => {
  it('the sign-in page says to ask an admin, and there are no pages for mails', async () => {
    const silent = await buildTestApp(database)
    const browser = new TestClient(silent)
    const page = await new SignInFlow(browser).begin()
    expect(page.body).toContain('Ask an admin of Prompt Collection')
    expect(page.body).not.toContain('/forgot')
    expect(page.body).not.toContain('Contact:')
    expect((await browser.send(`${new URL(page.url).pathname}/forgot`)).status).toBe(404)
    await signUp(new TestClient(silent), 'dora@example.org', PASSWORD)
    expect(await queued()).toBe(0)
  })

  it.each([
    ['help@example.org', 'href="mailto:help@example.org"'],
    ['https://example.org/help?a=1&b=2', 'href="https://example.org/help?a=1&amp;b=2"'],
  ])('the sign-in page says how to reach an admin: %s', async (adminContact, link) => {
    const silent = await buildTestApp(database, { ADMIN_CONTACT: adminContact })
    const page = await new SignInFlow(new TestClient(silent)).begin()
    expect(page.body).toContain(link)
  })
})

it('leaves no address in the jobs that have sent mails, which are kept for a week', async () => {
  await signUp(new TestClient(app), 'erin@example.org', PASSWORD)
  await forgot('erin@example.org')
  await forgot('nobody@example.org')
  await waitFor(async () => expect(await queued()).toBe(0))
  const rows = await sql<{ text: string }[]>`
    select concat(data::text, output::text) as text from jobs.job where name like 'mail-%'`
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ text }) => text.includes('@'))).toEqual([])
})
