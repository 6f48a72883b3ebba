import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { accessMessages } from '#core/viewer.ts'
import { signUpDecisionJob } from '#features/identity/server/mail-jobs.ts'
import { setAdmin } from '#features/identity/server/set-admin.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import type { Job } from '#server/jobs/job.ts'
import { guards } from '#server/session/guards.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { signUp, TestClient } from '#tests/support/browser.ts'
import { seedPost, seedSession, seedUser, seedWaitingUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startTestJobs } from '#tests/support/test-jobs.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { waitFor } from '#tests/support/wait-until.ts'
import { rejectedSignUpSweepJob } from './decide-sign-ups.ts'

const mailServer = await startMailServer()
const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const provider = await startExternalProvider()
const settings = {
  SIGN_UP: 'approval',
  SIGN_UP_QUESTION: 'What do you collect?',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'prompts@example.org',
}
const app = await buildTestApp(database, settings)
const outside = await buildTestApp(database, {
  ...settings,
  ...provider.env,
  ADMIN_EMAILS: 'boss@example.org',
})
const jobs = startTestJobs(url, sql, readConfig(settings), [signUpDecisionJob] as readonly Job[])
afterAll(async () => {
  await jobs.stop()
  await mailServer.close()
  await database.close()
})
const PASSWORD = 'a long enough one'

let staff: { cookie: string; origin: string }
beforeEach(async () => {
  await deleteRows(sql, 'users', 'local_accounts', 'audit_events')
  mailServer.received.length = 0
  staff = await seedSession(database, await seedUser(database, { isModerator: true }))
  await seedUser(database, { isAdmin: true })
})

const complete = (browser: TestClient, fields: object) =>
  browser.json('POST', '/api/profile/complete', { profileCompleted: true, ...fields })
const join = async (username: string) => {
  const browser = new TestClient(app)
  const { user } = await signUp(browser, `${username}@example.org`, PASSWORD)
  const completed = await complete(browser, { username, answer: 'Haikus' })
  expect(completed.statusCode).toBe(200)
  return { browser, id: user.id as number, current: completed.json() }
}
const act = (path: string, payload: object = {}, headers = staff) =>
  app.inject({ method: 'POST', url: `/api/admin/sign-ups/${path}`, headers, payload })
const list = async () => (await app.inject({ url: '/api/admin/sign-ups', headers: staff })).json()
const actions = async () =>
  (await sql<{ action: string }[]>`select action from audit_events order by id`).map(({ action }) => action)

describe('An account on a site with approval', () => {
  it('answers the question, waits, and can do nothing but read what visitors read', async () => {
    const browser = new TestClient(app)
    const { user } = await signUp(browser, 'ada@example.org', PASSWORD)
    expect(user.approval).toEqual({ isAnswered: false, isRejected: false, reason: '' })
    const settingsReply = await browser.json('GET', '/api/auth/settings')
    expect(settingsReply.json().signUpQuestion).toBe('What do you collect?')
    const missing = await complete(browser, { username: 'Ada' })
    expect([missing.statusCode, missing.json().issues[0].path]).toEqual([400, 'answer'])
    const { json } = await complete(browser, { username: 'Ada', answer: 'Haikus', bio: 'Hello' })
    expect(json()).toMatchObject({ username: 'Ada', profileCompleted: false, approval: { isAnswered: true } })
    expect((await complete(browser, { username: 'Other', answer: 'Again' })).statusCode).toBe(409)

    const post = await seedPost(database, { prompt: 'long '.repeat(100) })
    const seen = (await browser.json('GET', `/api/posts/${post.id}`)).json()
    expect(seen).toEqual((await app.inject(`/api/posts/${post.id}`)).json())
    const publish = await browser.json('POST', '/api/posts', { title: 'a', description: 'b', prompt: 'c' })
    expect([publish.statusCode, publish.json().code]).toEqual([403, 'account-waiting'])
    expect((await app.inject('/api/users/Ada')).statusCode).toBe(404)
  })

  it('is not asked for on an empty site, nor of an admin by their email', async () => {
    await deleteRows(sql, 'users')
    const { user } = await signUp(new TestClient(app), 'first@example.org', PASSWORD)
    expect(user.approval).toBeNull()
    await seedUser(database, { isAdmin: true })
    const exchange = async (claims: object) => {
      const payload = { token: await provider.token({ claims: { ...claims } }) }
      return (await outside.inject({ method: 'POST', url: '/api/auth/google', payload })).json()
    }
    expect(
      (await exchange({ sub: 'a', email: 'a@example.org', email_verified: true })).approval,
    ).not.toBeNull()
    const boss = { sub: 'b', email: 'boss@example.org' }
    expect(await exchange({ ...boss, email_verified: false })).toMatchObject({ isAdmin: false, approval: {} })
    expect(await exchange({ ...boss, email_verified: true })).toMatchObject({ isAdmin: true, approval: null })
  })

  it('is approved when the command makes it an admin', async () => {
    const { id } = await seedWaitingUser(database, { username: 'Grace' })
    expect(await setAdmin(sql, 'Grace', true)).toBe(true)
    expect(await sql`select is_admin, profile_completed from users where id = ${id}`).toEqual([
      { isAdmin: true, profileCompleted: true },
    ])
  })
})

it('Every endpoint that needs a member, a moderator or an admin refuses an account that waits', () => {
  const viewer = buildViewer({ profileCompleted: false, isAdmin: true, isWaiting: true })
  for (const access of ['completed-profile', 'active', 'moderator', 'admin'] as const)
    expect(() => guards[access](viewer)).toThrow(accessMessages.accountWaiting)
  expect(() => guards['signed-in'](viewer)).not.toThrow()
})

describe('Staff', () => {
  it('approve several accounts at once, whose owners become members and get a mail', async () => {
    const ada = await join('Ada')
    const grace = await join('Grace')
    expect(await list()).toMatchObject([
      { username: 'Grace', email: 'grace@example.org', answer: 'Haikus', rejectedAt: null },
      { username: 'Ada' },
    ])
    const decided = await act('approve', { ids: [ada.id, grace.id, 999_999] })
    expect(decided.json()).toEqual({ approved: 2 })
    expect((await act('approve', { ids: [ada.id] })).json()).toEqual({ approved: 0 })
    expect(await actions()).toEqual(['approve-sign-up', 'approve-sign-up'])
    expect((await ada.browser.json('GET', '/api/auth/me')).json()).toMatchObject({
      username: 'Ada',
      profileCompleted: true,
      approval: null,
    })
    expect((await app.inject('/api/users/Grace')).statusCode).toBe(200)
    expect(await list()).toEqual([])
    await waitFor(() => expect(mailServer.received).toHaveLength(2))
    expect(mailServer.received.flatMap(({ to }) => to).sort()).toEqual([
      'ada@example.org',
      'grace@example.org',
    ])
    expect(mailServer.received[0]?.text).toContain('is approved. You can publish, vote and comment now.')
  })

  it('reject an account with a reason, which its owner reads, and can approve it after all', async () => {
    const { browser, id } = await join('Eve')
    const reply = await act(`${id}/reject?reason=${encodeURIComponent('This is not about prompts.')}`)
    expect(reply.statusCode).toBe(200)
    expect((await act(`${id}/reject`)).json().code).toBe('sign-up-not-found')
    expect((await browser.json('GET', '/api/auth/me')).json().approval).toEqual({
      isAnswered: true,
      isRejected: true,
      reason: 'This is not about prompts.',
    })
    await waitFor(() => expect(mailServer.received).toHaveLength(1))
    expect(mailServer.received[0]?.text).toContain('Their reason: This is not about prompts.')
    expect(mailServer.received[0]?.text).toContain('will be deleted in 14 days')
    expect((await act('approve', { ids: [id] })).json()).toEqual({ approved: 1 })
    expect((await browser.json('GET', '/api/auth/me')).json().profileCompleted).toBe(true)
    expect(await actions()).toEqual(['reject-sign-up', 'approve-sign-up'])
  })

  it('decide once if they decide at the same time', async () => {
    const { id } = await join('Ada')
    const replies = await Promise.all([
      act(`${id}/reject`),
      act(`${id}/reject`),
      act('approve', { ids: [id] }),
      act('approve', { ids: [id] }),
    ])
    expect(replies.slice(2).reduce((sum, reply) => sum + reply.json().approved, 0)).toBe(1)
    expect((await actions()).filter((action) => action === 'approve-sign-up')).toHaveLength(1)
  })

  it('of a topic decide nothing', async () => {
    const headers = await seedSession(database, await seedUser(database, { moderatedTopics: [1] }))
    const { id } = await seedWaitingUser(database)
    expect((await act('approve', { ids: [id] }, headers)).statusCode).toBe(403)
  })

  it('see an account that waits among what waits for admins', async () => {
    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    await seedWaitingUser(database)
    const rejected = await seedWaitingUser(database)
    await act(`${rejected.id}/reject`)
    expect((await app.inject({ url: '/api/admin/waiting', headers: admin })).json().approvals).toBe(1)
    const inQueue = async (roles: Parameters<typeof seedUser>[1]) => {
      const headers = await seedSession(database, await seedUser(database, roles))
      return (await app.inject({ url: '/api/moderation/waiting', headers })).json().accounts
    }
    expect(await inQueue({ isModerator: true })).toBe(1)
    expect(await inQueue({ moderatedTopics: [1] })).toBe(0)
  })
})

it('Rejected accounts are deleted after two weeks, with their password and their answer', async () => {
  const [old, recent, waiting] = [await join('Old'), await join('Recent'), await join('Waiting')]
  for (const { id } of [old, recent]) await act(`${id}/reject`)
  await sql`update sign_up_requests set rejected_at = now() - interval '15 days' where user_id = ${old.id}`
  const signal = new AbortController().signal
  await rejectedSignUpSweepJob.run({ sql, config: readConfig(settings), log: app.log, signal } as never, {})
  const left = await sql<{ userId: number }[]>`select user_id from sign_up_requests order by user_id`
  expect(left.map(({ userId }) => userId)).toEqual([recent.id, waiting.id])
  expect(await sql`select from local_accounts where email = 'old@example.org'`).toEqual([])
})
