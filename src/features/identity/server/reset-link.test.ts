import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { enqueueJob } from '#server/jobs/jobs-query.ts'
import { projectRoot } from '#server/project-root.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedLocalUser, seedSession, seedUser } from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { passwordResetJob, securityNoticeJob } from './mail-jobs.ts'

const url = await provisionTestDatabase()
const database = openDatabase({ url, max: 5 })
const { sql } = database
const app = await buildTestApp(database)
const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
const createLink = (id: number, headers = admin, on = app) =>
  on.inject({ method: 'POST', url: `/api/admin/users/${id}/reset-link?reason=Asked`, headers })

describe('A link that an admin creates', () => {
  it('sets a new password once, without verifying the email, and is in the audit log', async () => {
    const browser = new TestClient(app)
    const { user } = await signUp(browser, 'ada@example.org', 'a long enough one')
    const answer = await createLink(user.id)
    expect(answer.statusCode).toBe(200)
    const { url, endsAt } = answer.json()
    expect(url).toMatch(/^http:\/\/localhost:3000\/identity\/reset\/[\w-]{43}$/)
    expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(3_600_000)
    const { pathname } = new URL(url)
    const page = await new TestClient(app).send(pathname)
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store'])
    const form = { password: 'quite another long one' }
    expect((await new TestClient(app).send(pathname, { form })).status).toBe(200)
    expect((await new TestClient(app).send(pathname, { form })).status).toBe(410)
    expect((await browser.json('GET', '/api/auth/me')).statusCode).toBe(401)
    const flow = new SignInFlow(new TestClient(app))
    await flow.begin()
    const signedIn = await flow.submit({ email: 'ada@example.org', ...form })
    expect(signedIn.url).toContain('/auth/popup?code=')
    const [account] = await sql`select email_verified_at from local_accounts where email = 'ada@example.org'`
    expect(account).toEqual({ emailVerifiedAt: null })
    const acts = await app.inject({ url: '/api/admin/acts', headers: admin })
    expect(acts.json()[0]).toMatchObject({
      action: 'create-reset-link-for-user',
      targetId: user.id,
      reason: 'Asked',
    })
    expect(acts.body).not.toContain(pathname)
  })

  it('says that it is not complete if it was cut, lost or copied with a full stop', async () => {
    const { id } = await seedLocalUser(database)
    const { pathname } = new URL((await createLink(id)).json().url)
    const form = { password: 'quite another long one' }
    for (const damaged of [pathname.slice(0, -1), `${pathname}.`, '/identity/reset/', '/identity/reset']) {
      for (const answer of [
        await new TestClient(app).send(damaged),
        await new TestClient(app).send(damaged, { form }),
      ]) {
        expect([damaged, answer.status]).toEqual([damaged, 404])
        expect(answer.body).toContain('This link is not complete')
      }
    }
    expect((await new TestClient(app).send(pathname, { form })).status).toBe(200)
  })

  it('works for one of two concurrent requests', async () => {
    const { id } = await seedLocalUser(database)
    const { pathname } = new URL((await createLink(id)).json().url)
    const send = (password: string) => new TestClient(app).send(pathname, { form: { password } })
    const answers = await Promise.all([send('quite another long one'), send('a different long one')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
  })

  it('is refused for admins, for unknown users, for accounts of other providers and long after the sign-in', async () => {
    const local = await seedLocalUser(database)
    const other = await seedUser(database)
    expect((await createLink(other.id)).json()).toMatchObject({ code: 'no-password' })
    expect((await createLink(999_999)).statusCode).toBe(404)
    await sql`update users set is_admin = true where id = ${local.id}`
    expect((await createLink(local.id)).statusCode).toBe(403)
    await sql`update users set is_admin = false where id = ${local.id}`
    const external = await buildTestApp(database, {
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'x',
    })
    expect((await createLink(local.id, admin, external)).json()).toMatchObject({ code: 'no-password' })
    expect((await external.inject('/identity/reset/x')).statusCode).toBe(404)
    await sql`update sessions set authenticated_at = now() - interval '11 minutes', created_at = now() - interval '11 minutes'`
    expect((await createLink(local.id)).json()).toMatchObject({ signInAgain: true })
  })
})

describe('npm run admin -- reset-link', () => {
  const run = (username: string) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/admin.ts', 'reset-link', username],
      { cwd: projectRoot, env: { PATH: process.env.PATH, DATABASE_URL: url }, encoding: 'utf8' },
    )
    return { status, stdout, stderr }
  }

  it('prints a link that sets a new password once', async () => {
    const { user } = await signUp(new TestClient(app), 'zoe@example.org', 'a long enough one')
    await sql`update users set username = 'zoe' where id = ${user.id}`
    const { status, stdout, stderr } = run('zoe')
    expect([status, stderr]).toEqual([0, ''])
    const { pathname } = new URL(stdout.match(/http:\S+/)?.[0] ?? '')
    const form = { password: 'quite another long one' }
    expect((await new TestClient(app).send(pathname, { form })).status).toBe(200)
    expect((await new TestClient(app).send(pathname, { form })).status).toBe(410)
  })

  it('fails for unknown members and accounts of other providers', async () => {
    const { username } = await seedUser(database)
    expect(run('nobody')).toEqual({ status: 1, stdout: '', stderr: 'User nobody does not exist\n' })
    expect(run(username)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('another provider'),
    })
  })
})

it('The deletion of an account deletes its links and mails, and the export names the links', async () => {
  const browser = new TestClient(app)
  const { user } = await signUp(browser, 'eve@example.org', 'a long enough one')
  await sql`update users set profile_completed = true where id = ${user.id}`
  const [row] = await sql<
    { subject: string }[]
  >`select subject from local_accounts where email = 'eve@example.org'`
  const chief = await seedSession(database, await seedUser(database, { isAdmin: true }))
  await createLink(user.id, chief)
  await enqueueJob(sql, passwordResetJob, { email: 'eve@example.org' })
  await enqueueJob(sql, securityNoticeJob, { subject: row?.subject ?? '', kind: 'new-sign-in' })
  const exported = await browser.json('GET', '/api/user/export')
  expect(exported.json().accountLinks).toMatchObject([
    { purpose: 'reset-password', email: 'eve@example.org' },
  ])
  expect(exported.body).not.toContain('tokenHash')
  const removed = await app.inject({ method: 'DELETE', url: `/api/admin/users/${user.id}`, headers: chief })
  expect(removed.statusCode).toBe(200)
  expect(await sql`select from account_links where subject = ${row?.subject}`).toHaveLength(0)
  // The job that deletes what the member has written knows the id only.
  expect(await sql`select name, data from jobs.job`).toEqual([
    { name: 'delete-member', data: { userId: user.id } },
  ])
})
