import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'
import { deleteUser } from '#use-cases/delete-user.ts'
import { invitationWaveJob } from '#use-cases/end-invitations-of-waves.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const app = await buildTestApp(database, { SIGN_UP: 'invitation' })
const outside = await buildTestApp(database, { ...provider.env, SIGN_UP: 'invitation' })
const byModerators = await buildTestApp(database, { SIGN_UP: 'invitation', SIGN_UP_INVITERS: 'moderators' })
const open = await buildTestApp(database)
const PASSWORD = 'a long enough one'
const NEEDED = 'You need an invitation to create an account here'

type Headers = { cookie: string; origin: string }
let admin: Headers
beforeEach(async () => {
  await deleteRows(sql, 'users', 'local_accounts', 'invitations')
  admin = await seedSession(database, await seedUser(database, { username: 'Boss', isAdmin: true }))
})

const create = (headers: Headers, body: object = {}, site = app) =>
  site.inject({
    method: 'POST',
    url: '/api/user/invitations',
    headers,
    payload: { maxUses: 2, days: 7, ...body },
  })
const list = async (headers = admin) => (await app.inject({ url: '/api/user/invitations', headers })).json()
const createLink = async (body: object = {}, headers = admin): Promise<string> =>
  new URL((await create(headers, body)).json().url).pathname
const accept = async (path: string, site = app) => {
  const browser = new TestClient(site)
  return { browser, answer: await browser.send(path, { form: {} }) }
}
const tryToJoin = async (browser: TestClient, email: string) => {
  const flow = new SignInFlow(browser)
  const page = await flow.begin({ prompt: 'login' })
  const answer = await flow.submit({ email, password: PASSWORD, name: '' }, 'sign-up')
  return { page, answer, form: await browser.send(`${page.url}/sign-up`) }
}
const join = async (path: string, email: string): Promise<number> => {
  const { browser } = await accept(path)
  return (await signUp(browser, email, PASSWORD)).user.id
}
const runWaveJob = () =>
  invitationWaveJob.run({ sql, log: app.log, signal: new AbortController().signal } as never, {})

describe('A site that is joined by invitation', () => {
  it('accepts nobody without an invitation', async () => {
    const { page, answer, form } = await tryToJoin(new TestClient(app), 'eve@example.org')
    expect(page.body).toContain(NEEDED)
    expect([answer.status, answer.body.includes(NEEDED), form.status]).toEqual([403, true, 403])
    expect(await sql`select from local_accounts`).toEqual([])
    const payload = { token: await provider.token() }
    const refused = await outside.inject({ method: 'POST', url: '/api/auth/google', payload })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'invitation-required'])
  })

  it('accepts as many people as an invitation has uses, and stores whose it was', async () => {
    const path = await createLink()
    const seen = await new TestClient(app).send(path)
    expect([seen.status, seen.body.includes('Boss invites you to join')]).toEqual([200, true])
    expect((await list()).invitations).toMatchObject([{ uses: 0, isOpen: true }])
    await join(path, 'ada@example.org')
    await join(path, 'grace@example.org')
    expect((await accept(path)).answer.status).toBe(410)
    expect(await list()).toMatchObject({
      canInvite: true,
      invitations: [{ uses: 2, maxUses: 2, isOpen: false }],
    })
    const [users] = [(await app.inject({ url: '/api/admin/users', headers: admin })).json()]
    expect(users.map((user: { invitations: object }) => user.invitations)).toMatchObject([
      { invitedBy: 'Boss', invited: 0 },
      { invitedBy: 'Boss', invited: 0 },
      { invitedBy: null, invited: 2, suspended: 0, deleted: 0 },
    ])
  })

  it('accepts one of two people who use the last place at the same time', async () => {
    const path = await createLink({ maxUses: 1 })
    const browsers = [await accept(path), await accept(path)]
    const joined = await Promise.allSettled(
      browsers.map(({ browser }, n) => signUp(browser, `p${n}@example.org`, PASSWORD)),
    )
    const ids = joined.map((result) => (result.status === 'fulfilled' ? result.value.user.id : undefined))
    expect(ids.filter((id) => id !== undefined)).toHaveLength(1)
    expect(await sql`select from invited_members`).toHaveLength(1)
    expect(await sql`select from users`).toHaveLength(2)
  })

  it('accepts an invited account of an external provider, and members without an invitation', async () => {
    const path = await createLink()
    const { browser } = await accept(path, outside)
    const token = await provider.token({ claims: { sub: 'invited' } })
    expect((await browser.json('POST', '/api/auth/google', { token })).statusCode).toBe(200)
    const again = { token: await provider.token({ claims: { sub: 'invited' } }) }
    expect(
      (await outside.inject({ method: 'POST', url: '/api/auth/google', payload: again })).statusCode,
    ).toBe(200)
  })

  it('accepts anybody while it has no admin', async () => {
    await deleteRows(sql, 'users')
    expect((await signUp(new TestClient(app), 'first@example.org', PASSWORD)).user.id).toEqual(
      expect.any(Number),
    )
  })

  it.each(['/auth/invitation', '/auth/invitation/', '/auth/invitation/x'])(
    'says that the link %s is not complete',
    async (path) => {
      const { status, body } = await new TestClient(app).send(path)
      expect(status).toBe(410)
      expect(body).toContain('It is not complete, has ended or has been used up.')
    },
  )

  it.each([
    ['has ended', sql`update invitations set ends_at = now() - interval '1 second'`],
    ['was ended by its member', sql`update invitations set ended_at = now()`],
    ['is of a suspended member', sql`update users set is_suspended = true`],
  ])('accepts nobody with an invitation that %s', async (_, change) => {
    const path = await createLink()
    const { browser } = await accept(path)
    await change
    expect((await new TestClient(app).send(path)).status).toBe(410)
    expect((await tryToJoin(browser, 'late@example.org')).answer.status).toBe(403)
  })
})

describe('An invitation', () => {
  it('is created by whom the operator lets, and by nobody on a site that is not joined by invitation', async () => {
    const headersOf = async (fields: object) => seedSession(database, await seedUser(database, fields))
    const young = await seedUser(database)
    await sql`update users set trust_level = 'newcomer' where id = ${young.id}`
    const newcomer = await seedSession(database, young)
    const known = await seedUser(database)
    await sql`update users set trust_level = 'member' where id = ${known.id}`
    const member = await seedSession(database, known)
    const moderator = await headersOf({ isModerator: true })
    const statuses = async (site: typeof app) =>
      Promise.all(
        [newcomer, member, moderator, admin].map(
          async (headers) => (await create(headers, {}, site)).statusCode,
        ),
      )
    expect(await statuses(app)).toEqual([403, 200, 200, 200])
    expect(await statuses(byModerators)).toEqual([403, 403, 200, 200])
    expect(await statuses(open)).toEqual([403, 403, 403, 403])
  })

  it('has bounds: 25 people, 30 days, and five open ones', async () => {
    for (const body of [{ maxUses: 0 }, { maxUses: 26 }, { maxUses: 1.5 }, { days: 31 }])
      expect((await create(admin, body)).statusCode).toBe(400)
    const replies = await Promise.all(Array.from({ length: 7 }, () => create(admin)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
    const [{ id }] = (await list()).invitations
    const end = (headers: Headers) =>
      app.inject({ method: 'DELETE', url: `/api/user/invitations/${id}`, headers })
    expect((await end(await seedSession(database, await seedUser(database)))).statusCode).toBe(404)
    expect((await end(admin)).statusCode).toBe(200)
    expect((await create(admin)).statusCode).toBe(200)
  })

  it('is stored as a hash, and exported without its link', async () => {
    const path = await createLink()
    const token = path.split('/').at(-1) ?? ''
    const rows = JSON.stringify(await sql`select encode(token_hash, 'escape') as hash, * from invitations`)
    expect(rows).not.toContain(token)
    const exported = await app.inject({ url: '/api/user/export', headers: admin })
    expect(exported.body).toContain('"maxUses":2')
    expect(exported.body).not.toContain(token)
  })
})

describe('Inviters answer for waves', () => {
  let waves = 0
  const invite = async (count: number, headers = admin) => {
    const path = await createLink({ maxUses: 10 }, headers)
    waves += 1
    const ids: number[] = []
    for (let n = 0; n < count; n += 1) ids.push(await join(path, `wave${waves}-${n}@example.org`))
    return { path, ids }
  }

  it('with their open invitations, once three of those whom they invited are suspended or removed within a week', async () => {
    const { path, ids } = await invite(3)
    const [first = 0, second = 0, third = 0] = ids
    await sql`update users set is_suspended = true where id = any(${[first, second]}::integer[])`
    await runWaveJob()
    expect((await list()).invitations).toMatchObject([{ isOpen: true }])
    await deleteUser({ sql, config: readConfig({}), log: app.log }, third)
    await runWaveJob()
    expect((await list()).invitations).toMatchObject([{ isOpen: false, isEndedByWave: true }])
    expect((await accept(path)).answer.status).toBe(410)
    const users = (await app.inject({ url: '/api/admin/users', headers: admin })).json()
    expect(users.at(-1).invitations).toMatchObject({ invited: 3, suspended: 2, deleted: 1, hasWave: true })
  })

  it('by a case about a member, once for each loss from the third on, and none about an admin', async () => {
    const inviter = await seedUser(database)
    const { ids } = await invite(4, await seedSession(database, inviter))
    const lose = async (lost: readonly number[]) => {
      await sql`update users set is_suspended = true where id = any(${[...lost]}::integer[])`
      await runWaveJob()
      return sql`select findings, is_open, source from moderation_cases where subject_kind = 'member' order by id`
    }
    expect(await lose(ids.slice(0, 2))).toEqual([])
    const three = '3 accounts that this member invited were suspended or removed within a week'
    const opened = { findings: [three], isOpen: true, source: 'findings' }
    expect(await lose(ids.slice(0, 3))).toEqual([opened])
    await sql`update moderation_cases set is_open = false`
    expect(await lose([])).toEqual([{ ...opened, isOpen: false }])
    expect(await lose(ids)).toEqual([
      { ...opened, isOpen: false },
      { ...opened, findings: [three.replace('3', '4')] },
    ])
  })

  it('but not for three who were lost over months', async () => {
    const { ids } = await invite(3)
    await sql`update users set is_suspended = true where id = any(${ids}::integer[])`
    await sql`update invited_members set lost_at = now() - interval '8 days' where user_id = ${ids[0] ?? 0}`
    await runWaveJob()
    expect((await list()).invitations).toMatchObject([{ isOpen: true }])
  })
})
