import type { FastifyInstance } from 'fastify'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateSignedOutAt } from '#features/members/server/members-query.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { startExternalProvider, TEST_CLIENT_SECRET } from '#tests/support/external-provider.ts'

const database = await createTestDatabase()
const { sql } = database
const provider = await startExternalProvider()
const app = await buildTestApp(database, { ...provider.env, ADMIN_EMAILS: 'boss@example.org' })
const untouched = await buildTestApp(database, provider.env)
const onHttps = await buildTestApp(database, { ...provider.env, PUBLIC_URL: 'https://prompts.example.org' })

const exchange = (token: string, fields: object = {}, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/google', payload: { token, ...fields }, headers })

beforeEach(() => deleteRows(sql, 'users'))

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const LOGOUT_EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
/**
 * Claims of invalid types in a correctly signed token. They are written as JSON, because TypeScript would
 * reject them.
 */
const INVALID_CLAIMS = JSON.parse(`[
  {"sub": 12345}, {"sub": ["subject-1"]}, {"sub": {"a": 1}}, {"sub": true}, {"sub": null}, {"sub": "a\\u0000b"},
  {"sub": "a\\ud800"}, {"email": 42}, {"email": ["boss@example.org"]}, {"email": {"a": 1}}, {"email": true},
  {"email_verified": ["true"]}, {"email_verified": {}}, {"name": 5}, {"name": ["Ada"]}, {"nonce": 5},
  {"auth_time": "yesterday"}, {"auth_time": -5}, {"exp": "soon"}, {"iat": "now"}, {"sid": 4}
]`) as JWTPayload[]

/** Claims that providers send although OpenID Connect does not allow them. */
const UNUSUAL_CLAIMS = JSON.parse(`[
  {"email": null}, {"name": null}, {"sid": null}, {"nonce": null}, {"auth_time": null}, {"auth_time": 0},
  {"email_verified": null}, {"email_verified": "True"}, {"email_verified": "true"}, {"email_verified": ""},
  {"email_verified": 1}, {"email_verified": 0}
]`) as JWTPayload[]

describe('A token is rejected', () => {
  it.each([
    ['for another audience', { claims: { aud: 'other-client' } }],
    [
      'for several audiences if another is the authorized party',
      { claims: { aud: ['our-client', 'x'], azp: 'x' } },
    ],
    ['from another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { issued: 3_000, lasts: 2_900 }],
    ['older than an hour, whatever its expiry', { issued: 3_700, lasts: 90_000 }],
    ['from the future', { issued: -600 }],
    ['without a subject', { claims: { sub: '' } }],
    ['if it is an access token', { header: { typ: 'at+jwt' } }],
    ['if it is a logout token', { header: { typ: 'logout+jwt' } }],
    ['if it is a logout token without a type', { claims: { events: LOGOUT_EVENT } }],
    ['with an empty list of events', { claims: { events: {} } }],
    ['if its type is not a string', { header: { typ: 7 } }],
  ])('%s', async (_, options) => {
    expect((await exchange(await provider.token(options))).statusCode).toBe(401)
  })

  it.each(INVALID_CLAIMS)('if it has the claims %o', async (claims) => {
    expect((await exchange(await provider.token({ claims }))).statusCode).toBe(401)
  })

  it('if it is signed by another key, including one named in its own header', async () => {
    const { privateKey: key, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    for (const header of [{}, { jwk }, { jku: `${provider.issuer}/evil-keys` }, { kid: 'two' }]) {
      const response = await exchange(await provider.token({ key, header }))
      expect(response.statusCode).toBe(401)
    }
    expect(provider.requests).not.toContain('/evil-keys')
  })

  it('if it has no signature, or is signed with the public key as a shared secret', async () => {
    const [, payload] = (await provider.token()).split('.')
    expect((await exchange(`${base64({ alg: 'none' })}.${payload}.`)).statusCode).toBe(401)
    const key = new TextEncoder().encode(await exportSPKI(provider.publicKey))
    expect((await exchange(await provider.token({ key, header: { alg: 'HS256' } }))).statusCode).toBe(401)
  })

  it('if it was altered or is not a token at all', async () => {
    const [header, payload = '', signature] = (await provider.token()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = [header, base64({ ...claims, sub: 'somebody-else' }), signature].join('.')
    for (const token of [forged, 'x', 'a.b.c', '\0', '....']) {
      const response = await exchange(token)
      expect([response.statusCode, response.headers['set-cookie']]).toEqual([401, undefined])
    }
    expect(await sql`select 1 from users`).toHaveLength(0)
  })

  it('an hour after it was issued, even if its expiry is absurdly late', async () => {
    const response = await exchange(await provider.token({ lasts: 1e20 }))
    expect(response.statusCode).toBe(200)
    const [row] = await sql<{ isSoon: boolean }[]>`
      select ends_at < now() + interval '62 minutes' as is_soon from consumed_tokens order by ends_at desc limit 1`
    expect(row?.isSoon).toBe(true)
  })

  it('at the exchange path of another provider', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/auth/local',
      payload: { token: await provider.token() },
    })
    expect(response.statusCode).toBe(404)
  })

  it('after its session was signed out', async () => {
    const token = await provider.token()
    const first = await exchange(token)
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? ''
    const headers = { cookie, origin: 'http://localhost:3000' }
    expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers })).json()).toEqual({})
    expect((await exchange(token)).statusCode).toBe(401)
    expect((await app.inject({ url: '/api/auth/me', headers })).statusCode).toBe(401)
    expect((await exchange(await provider.token({ issued: 1 }))).statusCode).toBe(200)
  })
})

describe('Signing in', () => {
  it("tolerates a clock that is a minute off, and fetches the provider's keys once", async () => {
    const countKeyRequests = () => provider.requests.filter((url) => url === '/keys').length
    const before = countKeyRequests()
    for (const options of [{ issued: -50 }, { issued: 3_000, lasts: 2_950 }]) {
      const payload = { token: await provider.token(options) }
      const response = await untouched.inject({ method: 'POST', url: '/api/auth/google', payload })
      expect(response.statusCode).toBe(200)
    }
    expect(countKeyRequests() - before).toBe(1)
  })

  it.each(UNUSUAL_CLAIMS)('is accepted with the claims %o, which prove nothing', async (claims) => {
    // The first account of a site on loopback is an admin.
    await exchange(await provider.token({ claims: { sub: 'first' } }))
    const response = await exchange(
      await provider.token({ claims: { email: 'boss@example.org', ...claims } }),
    )
    expect(response.statusCode).toBe(200)
    const { id } = response.json()
    expect(
      await sql`
        select verified_email, is_admin, authenticated_at > now() - interval '1 minute' as is_recent
        from users join sessions on user_id = users.id where users.id = ${id}`,
    ).toEqual([{ verifiedEmail: null, isAdmin: false, isRecent: true }])
  })

  it('creates one account per subject, even for many concurrent requests', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => provider.token({ claims: { name: 'Ada Lovelace' } })),
    )
    const responses = await Promise.all(tokens.map((token) => exchange(token)))
    expect(new Set(responses.map((response) => response.json().id)).size).toBe(1)
    expect(await sql`select username from users`).toEqual([{ username: 'AdaLovelace' }])
  })

  it('gives people with the same name different usernames of letters and digits', async () => {
    const names = await Promise.all(
      ['a', 'b', 'c'].map(async (sub) => {
        const response = await exchange(await provider.token({ claims: { sub, name: 'Ada' } }))
        return response.json().username as string
      }),
    )
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^Ada\d{0,12}$/)
    const response = await exchange(await provider.token({ claims: { sub: 'd', name: 'Admin' } }))
    expect(response.json()).toMatchObject({ profileCompleted: false })
    expect(response.json().username).toMatch(/^user\d{1,4}$/)
    expect(response.json().hasPlaceholderUsername).toBe(true)
  })

  it("uses the token's email and takes the browser's only if the token has none", async () => {
    const profile = { email: 'browser@example.org', displayName: 'Browser' }
    const known = await exchange(await provider.token({ claims: { email: 'true@example.org' } }), profile)
    expect(known.json().email).toBe('true@example.org')
    const gap = await exchange(await provider.token({ claims: { sub: 'two' } }), profile)
    expect(gap.json().email).toBe('browser@example.org')
    expect(gap.json().username).toMatch(/^Browser\d+$/)
    expect(gap.json().hasPlaceholderUsername).toBe(false)
    await exchange(await provider.token({ claims: { email: 'new@example.org' } }))
    const emails = await sql`select email from users order by id`
    expect(emails.map(({ email }) => email)).toEqual(['new@example.org', 'browser@example.org'])
  })

  it('remembers an email that the token calls verified, and forgets it if the next token does not', async () => {
    const verifiedAfter = async (claims: object, profile = {}) => {
      await exchange(await provider.token({ claims: { sub: 'checked', ...claims } }), profile)
      const [row] = await sql<{ verifiedEmail: string | null }[]>`
        select verified_email from users where google_id like '%:checked'`
      return row?.verifiedEmail
    }
    const email = 'ada@example.org'
    expect(await verifiedAfter({ email, email_verified: true })).toBe(email)
    expect(await verifiedAfter({ email })).toBeNull()
    expect(await verifiedAfter({ email_verified: true }, { email })).toBeNull()
    expect(await verifiedAfter({ email: `  ${email} `, email_verified: true })).toBeNull()
  })

  it('rejects tokens and ends sessions from before the provider verified the email', async () => {
    const tokenOf = (email_verified: boolean, issued: number) =>
      provider.token({ claims: { sub: 'proved', email: 'proved@example.org', email_verified }, issued })
    const opened = await exchange(await tokenOf(false, 120))
    expect(opened.statusCode).toBe(200)
    const unused = await tokenOf(false, 60)
    expect((await exchange(await tokenOf(true, 30))).statusCode).toBe(200)
    expect((await exchange(unused)).statusCode).toBe(401)
    const { name, value } = opened.cookies[0] as { name: string; value: string }
    const me = await app.inject({ url: '/api/auth/me', headers: { cookie: `${name}=${value}` } })
    expect(me.statusCode).toBe(401)
    const [row] = await sql`select verified_email from users where google_id like '%:proved'`
    expect(row?.verifiedEmail).toBe('proved@example.org')
    expect((await exchange(await tokenOf(true, 10))).statusCode).toBe(200)
  })

  it('opens no session with an older token while the email is being verified', async () => {
    const tokenOf = (email_verified: boolean, issued: number) =>
      provider.token({ claims: { sub: 'raced', email: 'raced@example.org', email_verified }, issued })
    await exchange(await tokenOf(false, 120))
    const [user] = await sql<{ id: number }[]>`select id from users where google_id like '%:raced'`
    const id = user?.id ?? 0
    const isWaiting = async () => {
      const waiting =
        await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      return waiting.length
    }
    let opening: ReturnType<typeof exchange> | null = null
    const old = await tokenOf(false, 60)
    await sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`
      opening = exchange(old)
      opening.then(
        () => {},
        () => {},
      )
      await expect.poll(isWaiting).toBeGreaterThan(0)
      await updateSignedOutAt(tx, id, new Date())
    })
    expect((await (opening as unknown as ReturnType<typeof exchange>)).statusCode).toBe(401)
  })

  it('never merges accounts by email', async () => {
    const old = await seedUser(database, { email: 'same@example.org' })
    for (const email_verified of [true, false]) {
      const claims = { sub: `verified ${email_verified}`, email: 'same@example.org', email_verified }
      const response = await exchange(await provider.token({ claims }))
      expect(response.json().id).not.toBe(old.id)
    }
  })

  it('ignores every other field the browser sends, such as rights, karma or an id', async () => {
    await seedUser(database)
    const response = await exchange(await provider.token(), {
      isAdmin: true,
      karma: 999,
      id: 1,
      profileCompleted: true,
      isMuted: true,
      googleId: 'fake_x',
      email_verified: true,
      email: 'boss@example.org',
    })
    expect(response.json()).toMatchObject({
      isAdmin: false,
      karma: 0,
      profileCompleted: false,
      isMuted: false,
    })
  })
})

describe('Admin rights', () => {
  it.each([
    [
      'a verified email in ADMIN_EMAILS, whatever its case',
      { email: 'Boss@Example.org', email_verified: true },
      true,
    ],
    ['an unverified email', { email: 'boss@example.org', email_verified: false }, false],
    ['an email that the token does not call verified', { email: 'boss@example.org' }, false],
    ['a token that claims a verified email but has none', { email: undefined, email_verified: true }, false],
    ['the string "true" as the verified claim', { email: 'boss@example.org', email_verified: 'true' }, false],
    [
      'an email with an invisible character',
      { email: 'boss\u200b@example.org', email_verified: true },
      false,
    ],
    ['an email with spaces around it', { email: ' boss@example.org ', email_verified: true }, false],
    [
      'an email with a non-ASCII letter whose lower case is an s',
      { email: 'bo\u017fs@example.org', email_verified: true },
      false,
    ],
    [
      'an email with a matching prefix',
      { email: 'boss@example.org.evil.example', email_verified: true },
      false,
    ],
  ])('with %s (%o): isAdmin is %s', async (_, claims, isAdmin) => {
    await seedUser(database)
    const response = await exchange(await provider.token({ claims }))
    expect(response.json().isAdmin).toBe(isAdmin)
    expect(await sql`select 1 from users where is_admin`, 'no other user').toHaveLength(isAdmin ? 1 : 0)
  })

  it('go to exactly one first account on a loopback site, even with concurrent sign-ups', async () => {
    await sql`insert into users (username, google_id) values ('collection', 'fake_default')`
    const subjects = Array.from({ length: 10 }, (_, n) => `subject-${n}`)
    const responses = await Promise.all(
      subjects.map(async (sub) => (await exchange(await provider.token({ claims: { sub } }))).json()),
    )
    expect(responses.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
    expect(await sql`select 1 from users where is_admin`).toHaveLength(1)
  })

  it('never go to the first account on a public address', async () => {
    const response = await onHttps.inject({
      method: 'POST',
      url: '/api/auth/google',
      payload: { token: await provider.token() },
    })
    expect(response.json().isAdmin).toBe(false)
  })
})

describe('The session cookie', () => {
  it.each([
    ['http', app, /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
    [
      'https',
      onHttps,
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
  ])('has the expected attributes on %s', async (_, site, expected) => {
    const response = await site.inject({
      method: 'POST',
      url: '/api/auth/google',
      payload: { token: await provider.token() },
    })
    expect(response.headers['set-cookie']).toMatch(expected)
    expect(response.headers['cache-control']).toBe('private, no-store')
    const stored = await sql<{ tokenHash: Buffer }[]>`select token_hash from sessions`
    expect(stored[0]?.tokenHash).toHaveLength(32)
  })
})

describe('The token proxy', () => {
  const sendText = (site: FastifyInstance, payload: string) =>
    site.inject({
      method: 'POST',
      url: '/api/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const send = (form: Record<string, string>) => sendText(app, new URLSearchParams(form).toString())

  it('sets the client id and secret itself and forwards no unknown parameter', async () => {
    const response = await send({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: 'v',
      redirect_uri: 'r',
      client_id: 'evil',
      client_secret: 'evil',
      audience: 'evil',
    })
    expect([response.statusCode, response.json().id_token]).toEqual([200, 'x'])
    expect(Object.fromEntries(provider.exchanged[0] ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      code_verifier: 'v',
      redirect_uri: 'r',
      client_id: 'our-client',
      client_secret: TEST_CLIENT_SECRET,
    })
  })

  it('rejects every other grant type', async () => {
    for (const grant_type of ['client_credentials', 'password', ''])
      expect((await send({ grant_type })).statusCode).toBe(400)
  })

  it.each([
    'grant_type=authorization_code&grant_type=client_credentials&code=c',
    'grant_type=client_credentials&grant_type=authorization_code&code=c',
    'grant_type=authorization_code&code=c&code=d',
    'grant_type=authorization_code&code=c&unknown=1&unknown=2',
    'grant_type=authorization_code&code=c&redirect_uri=r&redirect_uri=r',
  ])('rejects the repeated parameter in %s without contacting the provider', async (payload) => {
    const before = provider.exchanged.length
    const response = await sendText(app, payload)
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Each parameter may be sent only once',
    ])
    expect(provider.exchanged).toHaveLength(before)
  })

  it('is rate limited per address', async () => {
    const limited = await buildTestApp(database, { ...provider.env, RATE_LIMIT_SCALE: '1' })
    const payload = 'grant_type=authorization_code&code=c'
    const statuses = []
    for (let n = 0; n < 61; n += 1) statuses.push((await sendText(limited, payload)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses[60]).toBe(429)
  })

  it('is listed in the sign-in settings, and absent with the embedded provider', async () => {
    expect((await app.inject('/api/auth/settings')).json()).toEqual({
      providerId: 'google',
      providerName: 'single sign-on',
      authority: provider.issuer,
      clientId: 'our-client',
      tokenEndpoint: 'http://localhost:3000/api/auth/token',
      isEmbedded: false,
      signUpQuestion: 'Why do you want to join?',
    })
    const embedded = await buildTestApp(database)
    expect((await embedded.inject({ method: 'POST', url: '/api/auth/token' })).statusCode).toBe(404)
    expect((await embedded.inject('/api/auth/settings')).json()).toMatchObject({
      authority: 'http://localhost:3000/identity',
      tokenEndpoint: null,
      isEmbedded: true,
    })
  })
})

it('An unavailable provider results in 503 with Retry-After', async () => {
  const siteWithoutProvider = await buildTestApp(database, {
    ...provider.env,
    OIDC_ISSUER: 'http://127.0.0.1:9',
  })
  const response = await siteWithoutProvider.inject({
    method: 'POST',
    url: '/api/auth/google',
    payload: { token: await provider.token() },
  })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '10'])
})
