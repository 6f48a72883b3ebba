import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { holdLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { contactAnswerJob, contactMessageSweepJob } from './contact-answer-job.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const settings = {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
  OPERATOR_NAME: 'Example Ltd',
  OPERATOR_ADDRESS: 'Example Ltd | 1 Main Street |Dublin',
  OPERATOR_EMAIL: 'office@example.org',
}
const config = readConfig(settings)
const app = await buildTestApp(database, settings)
const jobs = startTestJobs(url, sql, config, [contactAnswerJob])
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})
beforeEach(() => sql`truncate contact_messages, rate_limits`)

const adminUser = await seedUser(database, { isAdmin: true })
const admin = await seedSession(database, adminUser)
const message = { name: 'Ada', email: 'ada@EXAMPLE.org', content: 'Where is my post?\n\nIt was here.' }
const send = async (
  path: string,
  payload: object,
  headers: Record<string, string> = {},
  method: 'POST' | 'DELETE' = 'POST',
) => {
  const response = await app.inject({ method, url: `/api/${path}`, headers, payload })
  return { status: response.statusCode, body: response.json() }
}
const list = async () => (await app.inject({ url: '/api/admin/contact-messages', headers: admin })).json()
const countWaiting = async () =>
  (await app.inject({ url: '/api/admin/waiting', headers: admin })).json().contact

describe('a message to the people who run the site', () => {
  it('is sent without an account, or by a member, also a muted one', async () => {
    const muted = await seedUser(database, { isMuted: true })
    expect((await send('contact-messages', message)).status).toBe(200)
    const other = { ...message, content: 'Why am I muted?' }
    expect((await send('contact-messages', other, await seedSession(database, muted))).status).toBe(200)
    expect(await list()).toMatchObject([
      { content: 'Why am I muted?', user: { username: muted.username }, answer: null },
      { name: 'Ada', email: 'ada@example.org', user: null },
    ])
    expect(await countWaiting()).toBe(2)
  })

  it.each([
    ['a word as its address', { email: 'ada' }, 'email', 'Please enter a valid email address'],
    [
      'two addresses',
      { email: 'a@example.org, b@example.org' },
      'email',
      'Please enter a valid email address',
    ],
    ['nothing to read', { content: ' \u200b ' }, 'content', 'Message is required'],
    [
      'too many characters',
      { content: 'x'.repeat(5_001) },
      'content',
      'Message must be at most 5,000 characters',
    ],
    ['a long name', { name: 'x'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  ])('with %s is rejected', async (_, fields, path, text) => {
    const { status, body } = await send('contact-messages', { ...message, ...fields })
    expect([status, body.issues]).toEqual([400, [{ path, message: text }]])
  })

  it('that is repeated counts once, and is rejected for the rest of the day', async () => {
    const first = await send('contact-messages', message)
    expect((await send('contact-messages', message)).body).toEqual(first.body)
    await sql`update contact_messages set created_at = created_at - interval '2 minutes'`
    expect(await send('contact-messages', message)).toMatchObject({
      status: 409,
      body: { code: 'contact-message-already-sent' },
    })
  })

  it('that is sent several times at once counts once', async () => {
    await sql`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock_shared(1); return new; end'`
    await sql`create trigger waits before insert on contact_messages for each row execute function wait_for_test()`
    onTestFinished(async () => void (await sql`drop function wait_for_test cascade`))
    const release = await holdLock(database, (tx) => tx`select pg_advisory_xact_lock(1)`)
    const sending = [1, 2, 3].map(() => send('contact-messages', message))
    await waitForBlockedProcess(database, sending.length)
    await release()
    const sent = await Promise.all(sending)
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  it('is one of at most five an hour for an address', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1' })
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const payload = { ...message, content: `Question ${n}` }
      statuses.push(
        (await limited.inject({ method: 'POST', url: '/api/contact-messages', payload })).statusCode,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('is deleted with the account of its member, and is in the export before', async () => {
    const user = await seedUser(database)
    const headers = await seedSession(database, user)
    await send('contact-messages', message, headers)
    const exported = await app.inject({ url: '/api/user/export', headers })
    expect(exported.json().contactMessages).toMatchObject([{ content: message.content }])
    await sql`delete from users where id = ${user.id}`
    expect(await list()).toEqual([])
  })
})

describe('an answer', () => {
  it('is mailed once, with the message, and with the operator in its Reply-To', async () => {
    mailServer.received.length = 0
    const { id } = (await send('contact-messages', { ...message, email: 'ada@example.org' })).body
    const answer = (text: string) => send(`admin/contact-messages/${id}/answer`, { answer: text }, admin)
    const statuses = await Promise.all([answer('It is back.'), answer('It is back, too.')])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const mail = await waitFor(() => {
      expect(mailServer.received).toHaveLength(1)
      return mailServer.received[0]
    })
    expect(mail?.to).toEqual(['ada@example.org'])
    expect(mail?.headers).toContain('Reply-To: office@example.org')
    expect(mail?.text).toContain('It is back')
    expect(mail?.text).toContain('Where is my post?')
    expect(await list()).toMatchObject([
      { answeredBy: { username: adminUser.username }, answeredAt: expect.any(String) },
    ])
    expect(await countWaiting()).toBe(0)
  })

  it('is deleted with its message after a year, and messages without an answer stay', async () => {
    await sql`
      insert into contact_messages (name, email, content, created_at, answer, answered_at)
      select '', 'ada@example.org', kind, now() - interval '2 years', answer, now() - age
      from (values ('old', 'Yes.', interval '366 days'), ('recent', 'Yes.', interval '364 days'), ('waiting', null, null))
        as v (kind, answer, age)`
    await contactMessageSweepJob.run({ sql, signal: new AbortController().signal } as never, {})
    const rows = await sql<{ content: string }[]>`select content from contact_messages order by id`
    expect(rows.map(({ content }) => content)).toEqual(['recent', 'waiting'])
  })

  it('needs a text, a message, and a mail server', async () => {
    const { id } = (await send('contact-messages', message)).body
    const path = `admin/contact-messages/${id}/answer`
    expect((await send(path, { answer: ' ' }, admin)).body.issues).toEqual([
      { path: 'answer', message: 'Answer is required' },
    ])
    expect((await send('admin/contact-messages/999/answer', { answer: 'Yes' }, admin)).body.code).toBe(
      'contact-message-not-found',
    )
    const silent = await buildTestApp(database)
    const response = await silent.inject({
      method: 'POST',
      url: `/api/${path}`,
      headers: admin,
      payload: { answer: 'Yes' },
    })
    expect(response.json().code).toBe('mail-not-configured')
    expect(await list()).toMatchObject([{ answer: null }])
  })
})

it('who runs the site is public, as far as the operator has said it', async () => {
  expect((await app.inject('/api/operator')).json()).toEqual({
    name: 'Example Ltd',
    address: 'Example Ltd\n1 Main Street\nDublin',
    email: 'office@example.org',
    languages: null,
    representative: null,
  })
})
