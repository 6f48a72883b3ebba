import { beforeEach, describe, expect, it } from 'vitest'
import type { TokenScope } from '#core/token-scopes.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/connect.ts'
import { createBearerToken, hashBearerToken } from '#server/session/bearer-tokens.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { signUp, TestClient } from '#tests/support/browser.ts'
import {
  seedApiToken,
  seedCollection,
  seedLocalUser,
  seedPost,
  seedSession,
  seedUser,
} from '#tests/support/builders.ts'
import { provisionTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { holdLock, waitForBlockedProcess } from '#tests/support/hold-lock.ts'
import { endUnprovenAccess } from '../provider/end-account-access.ts'
import { sweepExpiredRows } from '../sweep.ts'

const database = openDatabase({ url: await provisionTestDatabase(), max: 8 })
const { sql } = database
const app = await buildTestApp(database)

beforeEach(() => deleteRows(sql, 'users', 'local_accounts'))

const METADATA = 'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/api"'

const form = { name: 'CI', scopes: ['write', 'read'], expiresInDays: 90 }
const create = (headers: object, body: object = form) =>
  app.inject({ method: 'POST', url: '/api/user/tokens', headers: { ...headers }, payload: body })
const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
const statusWith = async (token: string) =>
  (await get('/api/posts', { authorization: `Bearer ${token}` })).statusCode

describe('an API token', () => {
  it('is shown once, stored as a hash, listed by its beginning, and ends at once when it is revoked', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const created = await create(headers)
    const { token, id } = created.json()
    expect(created.json()).toMatchObject({ name: 'CI', scopes: ['read', 'write'], lastUsedAt: null })
    expect(token).toMatch(/^pct_[0-9A-Za-z]{42}$/)
    const [row] = await sql`select token_hash, prefix, expires_at - created_at as lifetime from api_tokens`
    expect(row).toMatchObject({ tokenHash: hashBearerToken(token), prefix: token.slice(0, 9) })
    expect(await statusWith(token)).toBe(200)
    const list = await get('/api/user/tokens', headers)
    expect(list.body).not.toContain(token)
    expect(list.json()).toMatchObject([{ id, prefix: token.slice(0, 9), lastUsedAt: expect.any(String) }])
    const revoke = () => app.inject({ method: 'DELETE', url: `/api/user/tokens/${id}`, headers })
    expect((await revoke()).statusCode).toBe(200)
    expect(await statusWith(token)).toBe(401)
    expect((await revoke()).json()).toMatchObject({ status: 404, code: 'token-not-found' })
  })

  it('expires after the chosen time, stays listed for 30 days, and can also be unlimited', async () => {
    const headers = await seedSession(database, await seedUser(database))
    const { token } = (await create(headers)).json()
    const forever = (await create(headers, { ...form, expiresInDays: null })).json()
    expect(forever.expiresAt).toBeNull()
    await sql`update api_tokens set expires_at = now() - interval '1 second' where expires_at is not null`
    const response = await get('/api/posts', { authorization: `Bearer ${token}` })
    expect(response.json()).toMatchObject({ status: 401, message: 'The token has expired' })
    expect(response.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", error_description="The token has expired", ${METADATA}`,
    )
    await sweepExpiredRows(sql)
    expect((await get('/api/user/tokens', headers)).json()).toHaveLength(2)
    await sql`update api_tokens set expires_at = now() - interval '31 days' where expires_at is not null`
    await sweepExpiredRows(sql)
    expect((await get('/api/user/tokens', headers)).json()).toMatchObject([{ id: forever.id }])
    expect(await statusWith(forever.token)).toBe(200)
  })

  it.each([
    '',
    'x',
    'pct_',
    'two words',
    `pct_${'a'.repeat(42)}`,
    `${createBearerToken()}=`,
    createBearerToken().toLowerCase(),
    `ghp_${createBearerToken().slice(4)}`,
    createBearerToken(),
    'é'.repeat(20),
    'a'.repeat(5_000),
  ])('%s is not one', async (token) => {
    const response = await get('/api/posts', {
      authorization: `Bearer ${Buffer.from(token).toString('latin1')}`,
    })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", error_description="/)
    expect(response.headers['cache-control']).toBe('private, no-store')
  })

  it('of which a letter was changed costs no query', async () => {
    const queries: string[] = []
    const watched = openDatabase({
      url: await provisionTestDatabase(),
      onQuery: (text) => queries.push(text),
    })
    const site = await buildTestApp(watched)
    const token = createBearerToken()
    queries.length = 0
    const changed = token.replace(/.$/, token.endsWith('0') ? '1' : '0')
    const url = '/api/posts'
    expect((await site.inject({ url, headers: { authorization: `Bearer ${changed}` } })).statusCode).toBe(401)
    expect(queries).toEqual([])
    await watched.close()
  })

  it('is accepted in the Authorization header only, and not together with a session cookie', async () => {
    const member = await seedUser(database)
    const { authorization } = await seedApiToken(database, member, ['read', 'private'])
    const token = authorization.split(' ')[1] ?? ''
    expect((await get('/api/auth/me', { authorization: `bearer   ${token}` })).statusCode).toBe(200)
    expect((await get('/api/auth/me', { cookie: `session=${token}` })).statusCode).toBe(401)
    expect((await get(`/api/auth/me?access_token=${token}`, {})).statusCode).toBe(401)
    const { cookie } = await seedSession(database, member)
    const both = await get('/api/auth/me', { authorization, cookie })
    expect(both.json()).toMatchObject({ status: 400, code: 'two-credentials' })
    expect(both.headers['www-authenticate']).toBe(`Bearer error="invalid_request", ${METADATA}`)
  })

  it('is ignored by other schemes, and by pages and files', async () => {
    for (const url of ['/api/posts', '/llms.txt', '/robots.txt'])
      expect((await get(url, { authorization: 'Basic YTpi' })).statusCode).toBe(200)
    expect((await get('/robots.txt', { authorization: 'Bearer x' })).statusCode).toBe(200)
  })

  it('needs the scope that the endpoint declares', async () => {
    const headers = await seedApiToken(database, await seedUser(database), ['read'])
    const response = await get('/api/user/drafts', headers)
    expect(response.json()).toMatchObject({ status: 403, code: 'token-scope-missing', scope: 'private' })
    expect(response.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="read private", ${METADATA}`,
    )
    expect((await get('/api/user/tokens', headers)).json()).toMatchObject({
      status: 403,
      code: 'token-not-accepted',
    })
  })

  it('tells a client without credentials how to authenticate', async () => {
    expect((await get('/api/user/drafts', {})).headers['www-authenticate']).toBe(`Bearer ${METADATA}`)
  })

  it('says how many requests are left, counts those of all tokens of a member together, and then asks to wait', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '0.001' })
    const member = await seedUser(database)
    const send = async () =>
      limited.inject({ url: '/api/posts', headers: await seedApiToken(database, member, ['read']) })
    const first = await send()
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"token";q=3;w=600',
      ratelimit: '"token";r=2;t=600',
    })
    await send()
    expect((await send()).headers.ratelimit).toMatch(/^"token";r=0;/)
    const rejected = await send()
    expect(rejected.json()).toMatchObject({ status: 429, code: 'rate-limited' })
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(590)
  })

  it('is created by a signed-in browser, of which the sign-in is recent, with valid input', async () => {
    const member = await seedUser(database)
    const headers = await seedSession(database, member)
    const invalid = [
      { name: '' },
      { name: 'a'.repeat(61) },
      { scopes: [] },
      { scopes: ['everything'] },
      { scopes: 'read' },
      { expiresInDays: 31 },
      { expiresInDays: '30' },
    ]
    for (const part of invalid) expect((await create(headers, { ...form, ...part })).statusCode).toBe(400)
    expect((await create(await seedApiToken(database, member, ['write']))).statusCode).toBe(403)
    await sql`update sessions set authenticated_at = now() - interval '11 minutes'`
    expect((await create(headers)).json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' })
  })

  it('has the scope admin only if its owner is an admin, and loses it with the role', async () => {
    const body = { ...form, scopes: ['admin'] }
    const member = await seedSession(database, await seedUser(database))
    expect((await create(member, body)).json()).toMatchObject({ status: 403, code: 'not-allowed' })
    const { token } = (
      await create(await seedSession(database, await seedUser(database, { isAdmin: true })), body)
    ).json()
    const status = async () =>
      (await get('/api/admin/users', { authorization: `Bearer ${token}` })).statusCode
    expect(await status()).toBe(200)
    await sql`update users set is_admin = false`
    expect(await status()).toBe(403)
  })

  it('is one of at most 50, also if several are created at once', async () => {
    const member = await seedUser(database)
    const headers = await seedSession(database, member)
    for (let index = 0; index < 48; index += 1) await seedApiToken(database, member, ['read'])
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => create(headers)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses.toSorted()).toEqual([200, 200, 409, 409])
  })
})

describe('what a token can read', () => {
  const seen = async (member: { id: number }, scopes: TokenScope[], url: string) =>
    (await get(url, await seedApiToken(database, member, scopes))).statusCode

  it('is whole prompts of others with the scope read, and what its owner has only with private', async () => {
    const owner = await seedUser(database)
    const open = await seedPost(database, { prompt: `${'a'.repeat(200)} end` })
    const hidden = await seedPost(database, { by: owner, isPrivate: true })
    const collection = await seedCollection(database, owner)
    const read = await seedApiToken(database, owner, ['read'])
    const response = await get(`/api/posts/${open.id}`, read)
    expect(response.json().prompt).toContain(' end')
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store' })
    expect((await get(`/api/posts/${open.id}`, {})).json().prompt).not.toContain(' end')
    for (const url of [
      `/api/posts/${hidden.id}`,
      `/api/posts/${hidden.id}/versions`,
      `/api/collections/${collection}`,
    ]) {
      expect(await seen(owner, ['read'], url)).toBe(404)
      expect(await seen(owner, ['read', 'write'], url)).toBe(404)
      expect(await seen(owner, ['read', 'private'], url)).toBe(200)
    }
  })

  it("is other members' private posts only with the scope admin of an admin", async () => {
    const admin = await seedUser(database, { isAdmin: true })
    const url = `/api/posts/${(await seedPost(database, { isPrivate: true })).id}`
    expect(await seen(admin, ['read', 'admin'], url)).toBe(404)
    expect(await seen(admin, ['read', 'private'], url)).toBe(404)
    expect(await seen(admin, ['read', 'private', 'admin'], url)).toBe(200)
  })

  it('varies by the header, so that no shared cache answers with what a visitor may read', async () => {
    const { id } = await seedPost(database)
    expect((await get(`/api/posts/${id}`, {})).headers.vary).toContain('Authorization')
  })
})

describe('all tokens of an account end', () => {
  it('with its password', async () => {
    const browser = new TestClient(app)
    const password = 'plums in the icebox of 1934'
    const { user } = await signUp(browser, 'ada@example.org', password)
    await sql`update users set profile_completed = true where id = ${user.id}`
    const { token } = (await browser.json('POST', '/api/user/tokens', form)).json()
    expect(await statusWith(token)).toBe(200)
    const next = 'other plums in the icebox of 1934'
    expect((await browser.json('POST', '/api/user/password', { current: password, next })).statusCode).toBe(
      200,
    )
    expect(await statusWith(token)).toBe(401)
  })

  it('when an admin signs the member out everywhere', async () => {
    const { authorization } = await seedApiToken(database, await seedUser(database), ['read'])
    const [owner] = await sql<{ userId: number }[]>`select user_id from api_tokens`
    const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))
    await app.inject({ method: 'POST', url: `/api/admin/users/${owner?.userId}/end-sessions`, headers })
    expect((await get('/api/posts', { authorization })).statusCode).toBe(401)
  })

  it('when somebody proves that the account is theirs, even while one is being created', async () => {
    const { id, subject } = await seedLocalUser(database)
    await sql`update users set profile_completed = true`
    const headers = await seedSession(database, { id })
    const release = await holdLock(database, (tx) => tx`lock table api_tokens in share mode`)
    const creation = create(headers)
    await waitForBlockedProcess(database)
    const proof = sql.begin((tx) => endUnprovenAccess(tx, readConfig({}), subject))
    await waitForBlockedProcess(database, 2)
    await release()
    expect((await creation).statusCode).toBe(200)
    await proof
    expect(await sql`select from api_tokens`).toHaveLength(0)
  })
})
