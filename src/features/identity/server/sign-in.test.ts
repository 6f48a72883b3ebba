import type { FastifyInstance } from 'fastify'
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { outsideProvider, SECRET } from '#tests/support/outside-provider.ts'

const database = await testDatabase()
const { sql } = database
const provider = await outsideProvider()
const app = await testApp(database, { ...provider.env, ADMIN_EMAILS: 'boss@example.org' })
const untouched = await testApp(database, provider.env)
const onHttps = await testApp(database, { ...provider.env, PUBLIC_URL: 'https://prompts.example.org' })

const exchange = (token: string, more: object = {}, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/auth/google', payload: { token, ...more }, headers })

beforeEach(() => sql`truncate users cascade`)

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const LOGOUT_EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
/** Signed by the right key, of the wrong types; as JSON, since the types forbid them. */
const ODD_CLAIMS = JSON.parse(`[
  {"sub": 12345}, {"sub": ["subject-1"]}, {"sub": {"a": 1}}, {"sub": true}, {"sub": null}, {"sub": "a\\u0000b"},
  {"sub": "a\\ud800"}, {"email": 42}, {"email": ["boss@example.org"]}, {"email": {"a": 1}}, {"email": true},
  {"email_verified": 1}, {"email_verified": ["true"]}, {"name": 5}, {"name": ["Ada"]}, {"nonce": 5},
  {"auth_time": "yesterday"}, {"auth_time": -5}, {"exp": "soon"}, {"iat": "now"}, {"sid": 4}
]`) as JWTPayload[]

describe('A token is refused', () => {
  it.each([
    ['of another audience', { claims: { aud: 'other-client' } }],
    ['for several audiences that was given to another', { claims: { aud: ['our-client', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { issued: 3_000, lasts: 2_900 }],
    ['older than an hour, however long it lasts', { issued: 3_700, lasts: 90_000 }],
    ['from the future', { issued: -600 }],
    ['without a subject', { claims: { sub: '' } }],
    ['that is an access token', { header: { typ: 'at+jwt' } }],
    ['that is a logout token', { header: { typ: 'logout+jwt' } }],
    ['that is a logout token without a type', { claims: { events: LOGOUT_EVENT } }],
    ['with an empty list of events', { claims: { events: {} } }],
    ['whose type is no text', { header: { typ: 7 } }],
  ])('%s', async (_, made) => {
    expect((await exchange(await provider.token(made))).statusCode).toBe(401)
  })

  it.each(ODD_CLAIMS)('with %o among its claims', async (claims) => {
    expect((await exchange(await provider.token({ claims }))).statusCode).toBe(401)
  })

  it('signed by another key, also one that it brings along', async () => {
    const { privateKey: key, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    for (const header of [{}, { jwk }, { jku: `${provider.issuer}/evil-keys` }, { kid: 'two' }]) {
      const answer = await exchange(await provider.token({ key, header }))
      expect(answer.statusCode).toBe(401)
    }
    expect(provider.asked).not.toContain('/evil-keys')
  })

  it('without a signature, or signed with the public key as if it were a shared secret', async () => {
    const [, payload] = (await provider.token()).split('.')
    expect((await exchange(`${base64({ alg: 'none' })}.${payload}.`)).statusCode).toBe(401)
    const key = new TextEncoder().encode(await exportSPKI(provider.publicKey))
    expect((await exchange(await provider.token({ key, header: { alg: 'HS256' } }))).statusCode).toBe(401)
  })

  it('changed by one letter, or no token at all', async () => {
    const [header, payload = '', signature] = (await provider.token()).split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = [header, base64({ ...claims, sub: 'somebody-else' }), signature].join('.')
    for (const token of [forged, 'x', 'a.b.c', '\0', '....']) {
      const answer = await exchange(token)
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([401, undefined])
    }
    expect(await sql`select 1 from users`).toHaveLength(0)
  })

  it('an hour after it was issued, also where it claims to last until the end of time', async () => {
    const answer = await exchange(await provider.token({ lasts: 1e20 }))
    expect(answer.statusCode).toBe(200)
    const [spent] = await sql<{ isSoon: boolean }[]>`
      select ends_at < now() + interval '62 minutes' as is_soon from spent_tokens order by ends_at desc limit 1`
    expect(spent?.isSoon).toBe(true)
  })

  it('at the address of another provider', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/local',
      payload: { token: await provider.token() },
    })
    expect(answer.statusCode).toBe(404)
  })

  it('once its session was signed out, until it expires', async () => {
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
  it('accepts a clock that is a minute off, and asks the provider for its keys once', async () => {
    const keysAsked = () => provider.asked.filter((url) => url === '/keys').length
    const before = keysAsked()
    for (const made of [{ issued: -50 }, { issued: 3_000, lasts: 2_950 }]) {
      const payload = { token: await provider.token(made) }
      const answer = await untouched.inject({ method: 'POST', url: '/api/auth/google', payload })
      expect(answer.statusCode).toBe(200)
    }
    expect(keysAsked() - before).toBe(1)
  })

  it('makes one account of one subject, however many tabs ask at once', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => provider.token({ claims: { name: 'Ada Lovelace' } })),
    )
    const answers = await Promise.all(tokens.map((token) => exchange(token)))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect(await sql`select username from users`).toEqual([{ username: 'AdaLovelace' }])
  })

  it('gives different people with one name different names, of letters and digits', async () => {
    const names = await Promise.all(
      ['a', 'b', 'c'].map(async (sub) => {
        const answer = await exchange(await provider.token({ claims: { sub, name: 'Ada' } }))
        return answer.json().username as string
      }),
    )
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^Ada\d{0,12}$/)
    const answer = await exchange(await provider.token({ claims: { sub: 'd', name: 'Admin' } }))
    expect(answer.json()).toMatchObject({ profileCompleted: false })
    expect(answer.json().username).toMatch(/^user\d{1,4}$/)
  })

  it("believes the token's e-mail and fills only a gap from the browser", async () => {
    const said = { email: 'said@example.org', displayName: 'Said' }
    const known = await exchange(await provider.token({ claims: { email: 'true@example.org' } }), said)
    expect(known.json().email).toBe('true@example.org')
    const gap = await exchange(await provider.token({ claims: { sub: 'two' } }), said)
    expect(gap.json().email).toBe('said@example.org')
    expect(gap.json().username).toMatch(/^Said\d+$/)
    await exchange(await provider.token({ claims: { email: 'new@example.org' } }))
    const emails = await sql`select email from users order by id`
    expect(emails.map(({ email }) => email)).toEqual(['new@example.org', 'said@example.org'])
  })

  it('never merges accounts by e-mail', async () => {
    const old = await aUser(database, { email: 'same@example.org' })
    for (const email_verified of [true, false]) {
      const claims = { sub: `verified ${email_verified}`, email: 'same@example.org', email_verified }
      const answer = await exchange(await provider.token({ claims }))
      expect(answer.json().id).not.toBe(old.id)
    }
  })

  it('stores nothing that the browser adds: neither rights, nor karma, nor an id', async () => {
    await aUser(database)
    const answer = await exchange(await provider.token(), {
      ...{ isAdmin: true, karma: 999, id: 1, profileCompleted: true, isMuted: true, googleId: 'fake_x' },
      ...{ email_verified: true, email: 'boss@example.org' },
    })
    expect(answer.json()).toMatchObject({ isAdmin: false, karma: 0, profileCompleted: false, isMuted: false })
  })
})

describe('An admin', () => {
  it.each([
    [
      'a verified e-mail of the list, whatever its case',
      { email: 'Boss@Example.org', email_verified: true },
      true,
    ],
    ['an unverified one', { email: 'boss@example.org', email_verified: false }, false],
    ['one that the token does not say to be verified', { email: 'boss@example.org' }, false],
    ['a token without any, whatever it calls verified', { email: undefined, email_verified: true }, false],
    ['a word instead of the truth', { email: 'boss@example.org', email_verified: 'true' }, false],
    ['one with an invisible character', { email: 'boss\u200b@example.org', email_verified: true }, false],
    ['one with blanks around it', { email: ' boss@example.org ', email_verified: true }, false],
    [
      'one with a letter that is lowered to an s',
      { email: 'bo\u017fs@example.org', email_verified: true },
      false,
    ],
    ['one that only looks like it', { email: 'boss@example.org.evil.example', email_verified: true }, false],
  ])('is made by %s', async (_, claims, isAdmin) => {
    await aUser(database)
    const answer = await exchange(await provider.token({ claims }))
    expect(answer.json().isAdmin).toBe(isAdmin)
    expect(await sql`select 1 from users where is_admin`, 'nobody else').toHaveLength(isAdmin ? 1 : 0)
  })

  it('is the first account where only this machine reaches the site, once, whoever comes at the same time', async () => {
    await sql`insert into users (username, google_id) values ('collection', 'fake_default')`
    const subjects = Array.from({ length: 10 }, (_, n) => `subject-${n}`)
    const answers = await Promise.all(
      subjects.map(async (sub) => (await exchange(await provider.token({ claims: { sub } }))).json()),
    )
    expect(answers.filter(({ isAdmin }) => isAdmin)).toHaveLength(1)
    expect(await sql`select 1 from users where is_admin`).toHaveLength(1)
  })

  it('is never the first account on a public address', async () => {
    const answer = await onHttps.inject({
      method: 'POST',
      url: '/api/auth/google',
      payload: { token: await provider.token() },
    })
    expect(answer.json().isAdmin).toBe(false)
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
  ])('on %s has the flags that keep it there', async (_, site, expected) => {
    const answer = await site.inject({
      method: 'POST',
      url: '/api/auth/google',
      payload: { token: await provider.token() },
    })
    expect(answer.headers['set-cookie']).toMatch(expected)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const stored = await sql<{ tokenHash: Buffer }[]>`select token_hash from sessions`
    expect(stored[0]?.tokenHash).toHaveLength(32)
  })
})

describe('The token address', () => {
  const sendText = (site: FastifyInstance, payload: string) =>
    site.inject({
      method: 'POST',
      url: '/api/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const send = (form: Record<string, string>) => sendText(app, new URLSearchParams(form).toString())

  it('adds the secret, says itself who the client is, and passes on nothing unknown', async () => {
    const answer = await send({
      ...{ grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: 'r' },
      ...{ client_id: 'evil', client_secret: 'evil', audience: 'evil' },
    })
    expect([answer.statusCode, answer.json().id_token]).toEqual([200, 'x'])
    expect(Object.fromEntries(provider.exchanged[0] ?? [])).toEqual({
      ...{ grant_type: 'authorization_code', code: 'c', code_verifier: 'v', redirect_uri: 'r' },
      ...{ client_id: 'our-client', client_secret: SECRET },
    })
  })

  it('passes on no other grant', async () => {
    for (const grant_type of ['client_credentials', 'password', ''])
      expect((await send({ grant_type })).statusCode).toBe(400)
  })

  it.each([
    'grant_type=authorization_code&grant_type=client_credentials&code=c',
    'grant_type=client_credentials&grant_type=authorization_code&code=c',
    'grant_type=authorization_code&code=c&code=d',
    'grant_type=authorization_code&code=c&unknown=1&unknown=2',
    'grant_type=authorization_code&code=c&redirect_uri=r&redirect_uri=r',
  ])('refuses the repeated parameter of %s, and asks the provider nothing', async (payload) => {
    const before = provider.exchanged.length
    const answer = await sendText(app, payload)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Each parameter may be sent only once'])
    expect(provider.exchanged).toHaveLength(before)
  })

  it('is limited for each address', async () => {
    const limited = await testApp(database, { ...provider.env, RATE_LIMIT_SCALE: '1' })
    const payload = 'grant_type=authorization_code&code=c'
    const statuses = []
    for (let n = 0; n < 61; n += 1) statuses.push((await sendText(limited, payload)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses[60]).toBe(429)
  })

  it('is named in the settings, and absent where the provider is our own', async () => {
    expect((await app.inject('/api/auth/settings')).json()).toEqual({
      providerId: 'google',
      providerName: 'single sign-on',
      authority: provider.issuer,
      clientId: 'our-client',
      tokenEndpoint: 'http://localhost:3000/api/auth/token',
      isEmbedded: false,
    })
    const own = await testApp(database)
    expect((await own.inject({ method: 'POST', url: '/api/auth/token' })).statusCode).toBe(404)
    expect((await own.inject('/api/auth/settings')).json()).toMatchObject({
      authority: 'http://localhost:3000/identity',
      tokenEndpoint: null,
      isEmbedded: true,
    })
  })
})

it('A provider that is away is 503 with Retry-After, and no account', async () => {
  const away = await testApp(database, { ...provider.env, OIDC_ISSUER: 'http://127.0.0.1:9' })
  const answer = await away.inject({
    method: 'POST',
    url: '/api/auth/google',
    payload: { token: await provider.token() },
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '10'])
})
