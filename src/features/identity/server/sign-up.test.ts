import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptProof, createProofChallenge } from '#server/limits/proof-of-work.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { SignInFlow, signUp, TestClient } from '#tests/support/browser.ts'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider } from '#tests/support/external-provider.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const PASSWORD = 'a long enough one'
const CLOSED = 'This site does not accept new accounts.'

const closed = await buildTestApp(database, { SIGN_UP: 'closed' })
const open = await buildTestApp(database)
const blocking = await buildTestApp(database, {
  SIGN_UP_BLOCKED_DOMAINS: 'mailinator.example, bücher.example',
})
const limited = await buildTestApp(database, {
  RATE_LIMIT_SCALE: '1',
  SIGN_UP_MAX_PER_ADDRESS: '2',
  TRUST_PROXY: '1',
})
const proving = await buildTestApp(database, { SIGN_UP_PROOF_OF_WORK: 'on' })
const outside = { ...provider.env, ADMIN_EMAILS: 'boss@example.org', TRUST_PROXY: '1' }
const closedOutside = await buildTestApp(database, { ...outside, SIGN_UP: 'closed' })
const limitedOutside = await buildTestApp(database, {
  ...outside,
  RATE_LIMIT_SCALE: '1',
  SIGN_UP_MAX_PER_ADDRESS: '1',
  SIGN_UP_BLOCKED_DOMAINS: 'mailinator.example',
})

const begin = async (browser: TestClient) => {
  const flow = new SignInFlow(browser)
  const page = await flow.begin({ prompt: 'login' })
  return { flow, page, browser }
}
const register = async (
  app: typeof open,
  email: string,
  fields: Record<string, string> = {},
  ip = '198.51.100.1',
) => {
  const { flow } = await begin(new TestClient(app, undefined, { 'x-forwarded-for': ip }))
  return flow.submit({ email, password: PASSWORD, name: '', ...fields }, 'sign-up')
}
const exchange = async (app: typeof open, claims: object, ip = '198.51.100.1') => {
  const payload = { token: await provider.token({ claims: { ...claims } }) }
  const headers = { 'x-forwarded-for': ip }
  return app.inject({ method: 'POST', url: '/api/auth/google', payload, headers })
}
const accounts = async () =>
  (await sql<{ email: string }[]>`select email from local_accounts order by email`).map(({ email }) => email)

beforeEach(async () => {
  await deleteRows(sql, 'users', 'local_accounts', 'rate_limits')
  await seedUser(database, { isAdmin: true })
})

/** Signs in with a local account that exists, and exchanges its token at the site. */
const join = async (app: typeof open, email: string) => {
  const { flow, browser } = await begin(new TestClient(app))
  const { location, url } = await flow.submit({ email, password: PASSWORD })
  const response = await browser.json('POST', '/api/auth/local', { token: await flow.token(location ?? url) })
  return { status: response.statusCode, code: response.json().code }
}

describe('A site that is closed', () => {
  it('shows no sign-up form, refuses one that is sent, and lets members sign in', async () => {
    await signUp(new TestClient(open), 'ada@example.org', PASSWORD)
    const { flow, page, browser } = await begin(new TestClient(closed))
    expect(page.body).toContain(CLOSED)
    expect(page.body).not.toContain('Create an account')
    const form = await browser.send(`${page.url}/sign-up`)
    expect([form.status, form.body.includes(CLOSED), form.body.includes('<form')]).toEqual([403, true, false])
    const sent = await flow.submit({ email: 'eve@example.org', password: PASSWORD, name: '' }, 'sign-up')
    expect([sent.status, sent.body.includes(CLOSED)]).toEqual([403, true])
    expect(await accounts()).toEqual(['ada@example.org'])
    expect((await flow.submit({ email: 'ada@example.org', password: PASSWORD })).url).toContain('?code=')
  })

  it('accepts accounts while it has no admin', async () => {
    await sql`delete from users`
    expect((await register(closed, 'first@example.org')).location).toContain('?code=')
    expect((await exchange(closedOutside, { sub: 'first' })).statusCode).toBe(200)
  })

  it('refuses an account that was made while it was open and is no member yet, but no member', async () => {
    await register(open, 'left@example.org')
    await signUp(new TestClient(open), 'member@example.org', PASSWORD)
    expect(await accounts()).toEqual(['left@example.org', 'member@example.org'])
    expect(await join(closed, 'left@example.org')).toMatchObject({ status: 403, code: 'sign-up-closed' })
    expect(await sql`select from users where email = 'left@example.org'`).toEqual([])
    expect(await join(closed, 'member@example.org')).toMatchObject({ status: 200 })
    await sql`update users set is_admin = false`
    expect(await join(closed, 'left@example.org')).toMatchObject({ status: 200 })
  })

  it('is not joined without an invitation or an approval by an account from when it was open', async () => {
    await register(open, 'left@example.org')
    const [inviting, approving] = [
      await buildTestApp(database, { SIGN_UP: 'invitation' }),
      await buildTestApp(database, { SIGN_UP: 'approval', SIGN_UP_QUESTION: 'Why?' }),
    ]
    expect(await join(inviting, 'left@example.org')).toMatchObject({
      status: 403,
      code: 'invitation-required',
    })
    expect(await join(approving, 'left@example.org')).toMatchObject({ status: 200 })
    expect(
      await sql`select profile_completed from users join sign_up_requests r on r.user_id = users.id`,
    ).toEqual([{ profileCompleted: false }])
  })

  it('refuses a new account of an external provider, but not a member or an admin', async () => {
    const refused = await exchange(closedOutside, { sub: 'new' })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'sign-up-closed', message: CLOSED },
    ])
    expect(await sql`select from users`).toHaveLength(1)
    await sql`insert into users (google_id, username) values ('google:known', 'Known')`
    expect((await exchange(closedOutside, { sub: 'known' })).statusCode).toBe(200)
    const admin = { sub: 'boss', email: 'boss@example.org' }
    expect((await exchange(closedOutside, { ...admin, email_verified: false })).statusCode).toBe(403)
    expect((await exchange(closedOutside, { ...admin, email_verified: true })).json().isAdmin).toBe(true)
  })
})

describe('A blocked domain of emails', () => {
  it.each([
    'a@mailinator.example',
    'a@Mailinator.Example.',
    'a@deep.mailinator.example',
    'a@xn--bcher-kva.example',
    'a@BÜCHER.example',
  ])('refuses %s', async (email) => {
    const { status, body } = await register(blocking, email)
    expect([status, body.includes('an email of this domain')]).toEqual([400, true])
    expect(await accounts()).toEqual([])
  })

  it('refuses no other domain, and nobody who is a member', async () => {
    expect((await register(blocking, 'a@notmailinator.example')).location).toContain('?code=')
    await signUp(new TestClient(open), 'old@mailinator.example', PASSWORD)
    const { flow } = await begin(new TestClient(blocking))
    expect((await flow.submit({ email: 'old@mailinator.example', password: PASSWORD })).location).toContain(
      '?code=',
    )
  })

  it('refuses a local account that was made before the domain was blocked and is no member yet', async () => {
    await register(open, 'left@mailinator.example')
    expect(await join(blocking, 'left@mailinator.example')).toMatchObject({
      status: 403,
      code: 'email-domain-blocked',
    })
  })

  it('refuses accounts of an external provider', async () => {
    const refused = await exchange(limitedOutside, {
      sub: 'b',
      email: 'b@mx.mailinator.example',
      email_verified: true,
    })
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'email-domain-blocked'])
    expect((await exchange(limitedOutside, { sub: 'c', email: 'c@example.org' })).statusCode).toBe(200)
  })
})

describe('Accounts of one address', () => {
  it('are limited per day, however many forms are refused for other reasons', async () => {
    for (let n = 0; n < 4; n += 1)
      expect((await register(limited, 'a@example.org', { password: 'short' })).status).toBe(400)
    for (const email of ['a@example.org', 'b@example.org'])
      expect((await register(limited, email)).location).toContain('?code=')
    const stopped = await register(limited, 'c@example.org')
    expect([stopped.status, Number(stopped.headers['retry-after']) > 80_000]).toEqual([429, true])
    expect(stopped.body).toContain(
      'Too many accounts were created from your network today. Try again in 24 hours.',
    )
    expect((await register(limited, 'd@example.org', {}, '198.51.100.2')).location).toContain('?code=')
    const { flow } = await begin(new TestClient(limited, undefined, { 'x-forwarded-for': '198.51.100.1' }))
    expect((await flow.submit({ email: 'a@example.org', password: PASSWORD })).location).toContain('?code=')
  })

  it('are limited by the /64 network of an IPv6 address, also with an external provider', async () => {
    const from = (sub: string, ip: string) => exchange(limitedOutside, { sub }, ip)
    expect((await from('a', '2001:db8:1:1::1')).statusCode).toBe(200)
    expect((await from('b', '2001:db8:1:1::2')).statusCode).toBe(429)
    expect((await from('a', '2001:db8:1:1::2')).statusCode).toBe(200)
    expect((await from('c', '2001:db8:1:2::1')).statusCode).toBe(200)
  })
})

describe('A form that a program fills in', () => {
  const errorText = 'We couldn&#x27;t tell that you&#x27;re a person'
  it.each([
    ['has a value in the field that people do not see', { website: 'https://spam.example' }],
    ['does not say when it was shown', { 'shown-at': '' }],
    ['makes that time up', { 'shown-at': `1.${'A'.repeat(43)}` }],
  ])('%s', async (_, fields) => {
    const { status, body } = await register(limited, 'bot@example.org', fields)
    expect([status, body.includes(errorText)]).toEqual([400, true])
    expect(await accounts()).toEqual([])
  })

  it('is sent too soon, or with the time of another sign-in', async () => {
    const { flow, page, browser } = await begin(new TestClient(limited))
    const { body } = await browser.send(`${page.url}/sign-up`)
    const now = /name="shown-at" value="([^"]*)"/.exec(body)?.[1] ?? ''
    const other = await (await begin(new TestClient(limited))).flow.openSignUpForm()
    for (const shownAt of [now, other]) {
      const fields = { email: 'bot@example.org', password: PASSWORD, name: '', 'shown-at': shownAt }
      expect((await flow.submit(fields, 'sign-up')).body).toContain(errorText)
    }
    expect(
      (await flow.submit({ email: 'person@example.org', password: PASSWORD }, 'sign-up')).location,
    ).toContain('?code=')
  })
})

describe('A form that asks for a proof of work', () => {
  const openForm = async (app: typeof proving) => {
    const { flow, page, browser } = await begin(new TestClient(app))
    const { body } = await browser.send(`${page.url}/sign-up`)
    const json = /data-challenge="([^"]*)"/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const challenge = JSON.parse(json) as Challenge
    const submit = (proof: string, email = 'ada@example.org') =>
      flow.submit({ email, password: PASSWORD, name: '', proof }, 'sign-up')
    return { challenge, submit }
  }
  const solve = async (challenge: Challenge) =>
    JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })

  it('accepts a solution once, and refuses every other', async () => {
    const { challenge, submit } = await openForm(proving)
    const other = await openForm(proving)
    const proof = await solve(challenge)
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
    for (const wrong of ['', '{', '[]', await solve(other.challenge), await solve(easier)])
      expect((await submit(wrong)).body).toContain('finish the check for programs')
    expect(await accounts()).toEqual([])
    expect((await submit(proof)).location).toContain('?code=')
    const again = await submit(proof, 'grace@example.org')
    expect(again.location).not.toContain('?code=')
    expect(await accounts()).toEqual(['ada@example.org'])
  })

  it('refuses a solution that is an hour old, and one whose hour was changed', {}, async () => {
    const parts = { key: Buffer.from('secret'), purpose: 'test' }
    const challenge = JSON.parse(await createProofChallenge(parts)) as Challenge
    const proof = await solve(challenge)
    vi.setSystemTime(Date.now() + 3_700_000)
    const isOldAccepted = await acceptProof(sql, parts, proof)
    const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: Date.now() } }
    const isChangedAccepted = await acceptProof(
      sql,
      parts,
      JSON.stringify({ ...JSON.parse(proof), challenge: later }),
    )
    vi.useRealTimers()
    expect([isOldAccepted, isChangedAccepted]).toEqual([false, false])
    expect(await acceptProof(sql, { ...parts, purpose: 'other' }, proof)).toBe(false)
    expect(await acceptProof(sql, { ...parts, key: Buffer.from('other') }, proof)).toBe(false)
    const both = await Promise.all([acceptProof(sql, parts, proof), acceptProof(sql, parts, proof)])
    expect(both.sort()).toEqual([false, true])
  })

  it('is shown without one unless the operator asks for it', async () => {
    const { page, browser } = await begin(new TestClient(open))
    expect((await browser.send(`${page.url}/sign-up`)).body).not.toContain('data-challenge')
  })
})
