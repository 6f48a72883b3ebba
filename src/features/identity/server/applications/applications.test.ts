import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { paths } from '#core/paths.ts'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedSession, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import {
  answerProgram,
  createBrowser as createOauthBrowser,
  type OauthBrowser,
} from '#tests/support/oauth-browser.ts'
import { sweepExpiredRows } from '../sweep.ts'

const database = await createTestDatabase()
const { sql } = database
const app = await buildTestApp(database)
const SITE = 'http://localhost:3000'
const REDIRECT = 'http://127.0.0.1/callback'

const createBrowser = (session?: Record<string, string>) => createOauthBrowser(app, SITE, session)

const register = async (body: object = { redirect_uris: [REDIRECT], client_name: 'Editor' }) => {
  const response = await app.inject({ method: 'POST', url: '/oauth/reg', payload: body })
  return { status: response.statusCode, body: response.json() }
}

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

const authorizeUrl = (clientId: string, more: Record<string, string | undefined> = {}) => {
  const parameters = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:4567/callback',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'abc',
    scope: 'read private write',
    resource: `${SITE}/mcp`,
    ...more,
  }
  const defined = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return `/oauth/auth?${new URLSearchParams(defined)}`
}

/** Opens a program's request, and returns its id. */
const open = async (browser: OauthBrowser, url: string): Promise<string> => {
  const { headers, statusCode, body } = await browser.get(url)
  expect([statusCode, body.slice(0, 300)]).toEqual([303, expect.any(String)])
  expect(headers.location).toMatch(/\/connect\/[\w-]+$/)
  return String(headers.location).split('/').at(-1) ?? ''
}

const requestOf = (uid: string) => `/api/applications/requests/${uid}`

/** Lets the member allow a program, and returns where the program's browser ends. */
const allow = async (browser: OauthBrowser, url: string): Promise<URL> => {
  const uid = await open(browser, url)
  const { url: next } = (await answerProgram(browser, uid, true)).json()
  const { headers, statusCode } = await browser.get(new URL(next).pathname)
  expect(statusCode).toBe(303)
  return new URL(String(headers.location))
}

const postForm = async (url: string, fields: Record<string, string>) => {
  const response = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: response.statusCode, body: response.body ? response.json() : null }
}

const exchange = (clientId: string, code: string, more: Record<string, string> = {}) =>
  postForm('/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: 'http://127.0.0.1:4567/callback',
    code_verifier: verifier,
    ...more,
  })

const refresh = (clientId: string, token: string) =>
  postForm('/oauth/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token })

/** Moves the time at which refresh tokens have been used into the past. */
const useRefreshTokensBefore = (time: string) =>
  sql`update provider_payloads set consumed_at = consumed_at - ${time}::interval`

const statusWith = async (token: string, url = '/api/user/drafts') =>
  (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode

/** Connects a program to a new member. */
const connect = async (fields: Parameters<typeof seedUser>[1] = {}, scope = 'read private write') => {
  const user = await seedUser(database, fields)
  const session = await seedSession(database, user)
  const browser = createBrowser(session)
  const clientId: string = (await register()).body.client_id
  const ended = await allow(browser, authorizeUrl(clientId, { scope }))
  const tokens = await exchange(clientId, ended.searchParams.get('code') ?? '')
  return { user, session, browser, clientId, ended, tokens: tokens.body }
}

describe('a program', () => {
  it('gets a token by an authorization code with PKCE, and uses the site as the member', async () => {
    const { user, ended, tokens } = await connect()
    expect(ended.origin + ended.pathname).toBe('http://127.0.0.1:4567/callback')
    expect(Object.fromEntries(ended.searchParams)).toMatchObject({ state: 'abc', iss: SITE })
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'read private write' })
    const me = await app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(me.json()).toMatchObject({ id: user.id })
    const [row] = await sql`select count(*)::integer as count from provider_payloads
      where payload like ${`%${tokens.access_token}%`} or payload like ${`%${tokens.refresh_token}%`}`
    expect(row).toEqual({ count: 0 })
  })

  it('can do what its scopes allow, and not what only a browser may do', async () => {
    const { tokens } = await connect({ isAdmin: true }, 'read')
    expect(tokens.scope).toBe('read')
    expect(await statusWith(tokens.access_token, '/api/posts')).toBe(200)
    expect(await statusWith(tokens.access_token)).toBe(403)
    expect(await statusWith(tokens.access_token, '/api/user/tokens')).toBe(403)
    const admin = await connect({ isAdmin: true }, 'read admin')
    expect(await statusWith(admin.tokens.access_token, '/api/admin/users')).toBe(200)
    const member = await connect({}, 'read admin')
    expect(member.tokens.scope).toBe('read')
    expect(await statusWith(member.tokens.access_token, '/api/admin/users')).toBe(403)
  })

  it('can send a refresh token again within half a minute, also at the same time', async () => {
    const { clientId, tokens } = await connect()
    const [first, second] = await Promise.all([
      refresh(clientId, tokens.refresh_token),
      refresh(clientId, tokens.refresh_token),
    ])
    const third = await refresh(clientId, tokens.refresh_token)
    for (const renewed of [first, second, third]) {
      expect(renewed).toMatchObject({ status: 200, body: { scope: 'read private write' } })
      expect(await statusWith(renewed?.body.access_token)).toBe(200)
    }
    const next = await refresh(clientId, second?.body.refresh_token)
    expect(next.status).toBe(200)
    // The first use counts, so further uses do not prolong the time.
    await useRefreshTokensBefore('31 seconds')
    expect((await refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await statusWith(next.body.access_token)).toBe(401)
  })

  it('renews its token with a refresh token that works once', async () => {
    const { clientId, tokens } = await connect()
    const renewed = await refresh(clientId, tokens.refresh_token)
    expect(renewed).toMatchObject({ status: 200, body: { scope: 'read private write' } })
    expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token)
    expect(await statusWith(renewed.body.access_token)).toBe(200)
    await useRefreshTokensBefore('31 seconds')
    // Somebody else has the old one: everything of this grant ends.
    expect(await refresh(clientId, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    expect(await statusWith(renewed.body.access_token)).toBe(401)
  })

  it('is refused a code for another redirect address, without PKCE, or for a resource that is not ours', async () => {
    const clientId: string = (await register()).body.client_id
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const errorOf = async (more: Record<string, string | undefined>) => {
      const { statusCode, headers } = await browser.get(authorizeUrl(clientId, more))
      return headers.location ? new URL(String(headers.location), SITE).searchParams.get('error') : statusCode
    }
    expect(await errorOf({ redirect_uri: 'http://127.0.0.1:4567/other' })).toBe(400)
    expect(await errorOf({ redirect_uri: 'https://evil.example/callback' })).toBe(400)
    expect(await errorOf({ code_challenge: undefined, code_challenge_method: undefined })).toBe(
      'invalid_request',
    )
    expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await errorOf({ resource: 'https://other.example/mcp' })).toBe('invalid_target')
    const code = (await allow(browser, authorizeUrl(clientId))).searchParams.get('code') ?? ''
    expect((await exchange(clientId, code, { code_verifier: 'x'.repeat(43) })).body.error).toBe(
      'invalid_grant',
    )
    const first = await exchange(clientId, code)
    expect(first.status).toBe(200)
    expect((await exchange(clientId, code)).body.error).toBe('invalid_grant')
    // The second use of a code ends what the first has given.
    expect(await statusWith(first.body.access_token)).toBe(401)
  })

  it('gets the least scope if it asks for none', async () => {
    const clientId: string = (await register()).body.client_id
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const ended = await allow(browser, authorizeUrl(clientId, { scope: undefined, resource: undefined }))
    const { body } = await exchange(clientId, ended.searchParams.get('code') ?? '')
    expect(body.scope).toBe('read')
  })

  it('is asked for once if it also wants scopes of OpenID Connect, which the site does not have', async () => {
    const clientId: string = (await register()).body.client_id
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const ended = await allow(browser, authorizeUrl(clientId, { scope: 'openid profile email read' }))
    const { body } = await exchange(clientId, ended.searchParams.get('code') ?? '')
    expect(body.scope).toBe('read')
    expect(body.id_token).toBeUndefined()
  })

  it('is not connected if the member cannot allow any of what it asks for', async () => {
    const session = await seedSession(database, await seedUser(database))
    const clientId: string = (await register()).body.client_id
    const ended = await allow(createBrowser(session), authorizeUrl(clientId, { scope: 'admin' }))
    expect(ended.searchParams.get('error')).toBe('access_denied')
    expect((await app.inject({ url: '/api/user/applications', headers: session })).json()).toEqual([])
  })

  it('is told if the member refuses', async () => {
    const clientId: string = (await register()).body.client_id
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const uid = await open(browser, authorizeUrl(clientId))
    const { url } = (await answerProgram(browser, uid, false)).json()
    const { headers } = await browser.get(new URL(url).pathname)
    expect(new URL(String(headers.location)).searchParams.get('error')).toBe('access_denied')
  })
})

describe('the request of a program', () => {
  it('says who asks for what, and where the answer goes', async () => {
    const clientId: string = (await register()).body.client_id
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const uid = await open(browser, authorizeUrl(clientId, { scope: 'read write admin' }))
    expect((await browser.send({ method: 'POST', url: requestOf(uid) })).json()).toEqual({
      name: 'Editor',
      verifiedHost: null,
      host: '127.0.0.1',
      isLocal: true,
      scopes: ['read', 'write'],
    })
  })

  it('can be answered only in the browser that has opened it, and once', async () => {
    const clientId: string = (await register()).body.client_id
    const session = await seedSession(database, await seedUser(database))
    const [attacker, victim] = [createBrowser(), createBrowser(session)]
    const uid = await open(attacker, authorizeUrl(clientId))
    expect((await victim.send({ method: 'POST', url: requestOf(uid) })).json()).toMatchObject({
      status: 409,
      code: 'connection-request-expired',
    })
    expect((await answerProgram(victim, uid, true)).statusCode).toBe(409)
    const own = await open(victim, authorizeUrl(clientId))
    expect((await answerProgram(victim, uid, true)).statusCode).toBe(409)
    const { url } = (await answerProgram(victim, own, true)).json()
    await victim.get(new URL(url).pathname)
    expect((await answerProgram(victim, own, true)).statusCode).toBe(409)
  })

  it('is answered by whoever is signed in then, also if somebody else was before', async () => {
    const { browser, clientId } = await connect()
    const other = await seedUser(database)
    browser.signInAs(await seedSession(database, other))
    const ended = await allow(browser, authorizeUrl(clientId))
    const { body } = await exchange(clientId, ended.searchParams.get('code') ?? '')
    const me = await app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${body.access_token}` },
    })
    expect(me.json()).toMatchObject({ id: other.id })
  })
})

describe('a connected program', () => {
  const list = async (session: Record<string, string>) =>
    (await app.inject({ url: '/api/user/applications', headers: session })).json()

  it('is listed, and ends at once when the member disconnects it', async () => {
    const { session, clientId, tokens } = await connect()
    await statusWith(tokens.access_token)
    const [application] = await list(session)
    expect(application).toMatchObject({
      name: 'Editor',
      host: '127.0.0.1',
      scopes: ['read', 'private', 'write'],
      lastUsedAt: expect.any(String),
    })
    const remove = () =>
      app.inject({ method: 'DELETE', url: `/api/user/applications/${application.id}`, headers: session })
    expect((await remove()).statusCode).toBe(200)
    expect(await statusWith(tokens.access_token)).toBe(401)
    expect((await refresh(clientId, tokens.refresh_token)).status).toBe(400)
    expect((await remove()).json()).toMatchObject({ code: 'application-not-found' })
    expect(await list(session)).toEqual([])
  })

  it('ends with the account', async () => {
    const { user, tokens } = await connect()
    await sql`delete from users where id = ${user.id}`
    expect(await statusWith(tokens.access_token)).toBe(401)
  })

  it('gets nothing back of what it had when an admin has blocked it', async () => {
    const { browser, clientId, tokens } = await connect()
    const headers = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const { id } = (await app.inject({ url: '/api/admin/applications', headers })).json()[0]
    for (const isBlocked of [true, false])
      await app.inject({
        method: 'PUT',
        url: `/api/admin/applications/${id}/blocked`,
        headers,
        payload: { isBlocked },
      })
    await allow(browser, authorizeUrl(clientId, { scope: 'read' }))
    expect(await statusWith(tokens.access_token)).toBe(401)
    expect((await refresh(clientId, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('can be revoked by the program itself', async () => {
    const { clientId, tokens } = await connect()
    await postForm('/oauth/token/revocation', { client_id: clientId, token: tokens.refresh_token })
    expect((await refresh(clientId, tokens.refresh_token)).status).toBe(400)
  })
})

describe('a registration', () => {
  it('keeps the addresses that are allowed, as some programs send one for each of their kinds', async () => {
    const redirects = [
      'cursor://anysphere.cursor/callback',
      'http://localhost:8787/cb',
      'https://x.example/cb',
    ]
    const bad = [
      'javascript:alert(1)',
      'http://x.example/cb',
      'data:text/html,x',
      'https://a:b@x.example/',
      'x',
    ]
    const { status, body } = await register({
      redirect_uris: [...bad, ...redirects],
      client_name: ' A\u202Eb\n ',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      client_id: expect.stringMatching(/^app_/),
      client_name: 'A b',
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    })
    expect(body.client_secret).toBeUndefined()
    for (const redirect_uris of [bad, [], 'x', undefined, [7]])
      expect((await register({ redirect_uris })).status).toBe(400)
  })

  it.each(['\u3164', '\u2800', '\u034F', '\u115F\u1160', '\uFE0F', ' \n', ''])(
    'with the invisible name %j is called by its host',
    async (client_name) => {
      expect((await register({ redirect_uris: [REDIRECT], client_name })).body.client_name).toBe('127.0.0.1')
    },
  )

  it('cannot have a name whose marks cover the lines around it', async () => {
    const client_name = `Edito\u0301\u0323r${'\u0301'.repeat(90)}`
    expect((await register({ redirect_uris: [REDIRECT], client_name })).body.client_name).toBe(
      `Edito\u0301\u0323r${'\u0301'.repeat(4)}`,
    )
  })

  it('is turned off by a setting', async () => {
    const closed = await buildTestApp(database, { OAUTH_REGISTRATION: 'false' })
    const response = await closed.inject({
      method: 'POST',
      url: '/oauth/reg',
      payload: { redirect_uris: [REDIRECT] },
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    const metadata = (await closed.inject(paths.authorizationServerMetadata)).json()
    expect(metadata.registration_endpoint).toBeUndefined()
  })
})

describe('the metadata', () => {
  it('says how programs get tokens', async () => {
    const metadata = await app.inject(paths.authorizationServerMetadata)
    expect(metadata.json()).toMatchObject({
      issuer: SITE,
      authorization_endpoint: `${SITE}/oauth/auth`,
      token_endpoint: `${SITE}/oauth/token`,
      registration_endpoint: `${SITE}/oauth/reg`,
      revocation_endpoint: `${SITE}/oauth/token/revocation`,
      device_authorization_endpoint: `${SITE}/oauth/device/auth`,
      code_challenge_methods_supported: ['S256'],
      response_modes_supported: ['query', 'fragment'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: expect.arrayContaining(['read', 'private', 'write', 'admin']),
    })
    // Tokens are not bound to keys: nothing that accepts them checks such a binding.
    expect(metadata.json()).not.toHaveProperty('dpop_signing_alg_values_supported')
    for (const path of ['', '/api', '/mcp'] as const) {
      const resource = (await app.inject(paths.resourceMetadata(path))).json()
      expect(resource).toMatchObject({ resource: SITE + path, authorization_servers: [SITE] })
    }
    const challenged = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: 'Bearer x' },
    })
    expect(challenged.headers['www-authenticate']).toContain(
      `resource_metadata="${SITE}${paths.resourceMetadata('/mcp')}"`,
    )
  })
})

describe('a device', () => {
  /** Lets a browser allow the device, from its code to the last page. */
  const allowDevice = async (browser: OauthBrowser) => {
    const clientId = 'prompt-collection-cli'
    const started = await postForm('/oauth/device/auth', { client_id: clientId, scope: 'read private' })
    expect(started.body).toMatchObject({ verification_uri: `${SITE}/oauth/device` })
    const page = await browser.get('/oauth/device')
    expect(page.body).toContain('Enter the code that the program shows')
    let shown = page.body
    const submit = async (fields: Record<string, string>) => {
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(shown)?.[1] ?? ''
      const response = await browser.send({
        method: 'POST',
        url: '/oauth/device',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ xsrf, ...fields }).toString(),
      })
      shown = response.body
      return response
    }
    expect((await submit({ user_code: 'WRONG' })).body).toContain('This code is wrong or has expired')
    const code = started.body.user_code
    expect((await submit({ user_code: code })).body).toContain(code)
    const confirmed = await submit({ user_code: code, confirm: 'yes' })
    const uid = String(confirmed.headers.location).split('/').at(-1) ?? ''
    const poll = () =>
      postForm('/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: clientId,
        device_code: started.body.device_code,
      })
    expect((await poll()).body.error).toBe('authorization_pending')
    const { url } = (await answerProgram(browser, uid, true)).json()
    expect((await browser.get(new URL(url).pathname)).body).toContain('Connected')
    return (await poll()).body
  }

  it('gets a token with a code that the member types', async () => {
    const browser = createBrowser(await seedSession(database, await seedUser(database)))
    const tokens = await allowDevice(browser)
    expect(tokens.scope).toBe('read private')
    expect(await statusWith(tokens.access_token)).toBe(200)
  })

  it('gets its token also in a browser that has just connected something else', async () => {
    const { browser } = await connect()
    expect((await allowDevice(browser)).scope).toBe('read private')
    const other = await seedUser(database)
    browser.signInAs(await seedSession(database, other))
    const { access_token } = await allowDevice(browser)
    const me = await app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(me.json()).toMatchObject({ id: other.id })
  })
})

it('a private prompt of the member is read with the scope private only', async () => {
  const { user, tokens } = await connect({}, 'read')
  const secret = await seedPost(database, { by: user, isPrivate: true })
  expect(await statusWith(tokens.access_token, `/api/posts/${secret.id}`)).toBe(404)
  const whole = await connect({}, 'read private')
  const own = await seedPost(database, { by: whole.user, isPrivate: true })
  expect(await statusWith(whole.tokens.access_token, `/api/posts/${own.id}`)).toBe(200)
})

describe('a program with metadata at its address', () => {
  const clientId = 'https://editor.example/client.json'
  const document = { client_id: clientId, client_name: 'Editor', redirect_uris: [REDIRECT] }
  /** Answers for the address, which no test can reach: the library reads nothing from this machine. */
  const answerWith = (body: object, status = 200) =>
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(body, { status }))
  afterEach(() => vi.restoreAllMocks())

  it('needs no registration, and its host is shown as checked', async () => {
    answerWith(document)
    const session = await seedSession(database, await seedUser(database))
    const browser = createBrowser(session)
    const uid = await open(browser, authorizeUrl(clientId))
    expect((await browser.send({ method: 'POST', url: requestOf(uid) })).json()).toMatchObject({
      name: 'Editor',
      verifiedHost: 'editor.example',
      isLocal: true,
    })
    const ended = await allow(browser, authorizeUrl(clientId))
    const { body } = await exchange(clientId, ended.searchParams.get('code') ?? '')
    expect(await statusWith(body.access_token)).toBe(200)

    const admin = await seedSession(database, await seedUser(database, { isAdmin: true }))
    const found = (await app.inject({ url: '/api/admin/applications', headers: admin })).json()
    expect(found[0]).toMatchObject({ clientId, isRegistered: false, isBlocked: false, memberCount: 1 })
    const block = (isBlocked: boolean) =>
      app.inject({
        method: 'PUT',
        url: `/api/admin/applications/${found[0].id}/blocked`,
        headers: admin,
        payload: { isBlocked },
      })
    expect((await block(true)).statusCode).toBe(200)
    expect(await statusWith(body.access_token)).toBe(401)
    expect((await refresh(clientId, body.refresh_token)).body.error).toBe('invalid_client')
    expect((await browser.get(authorizeUrl(clientId))).statusCode).toBe(400)
    await block(false)
    expect((await browser.get(authorizeUrl(clientId))).statusCode).toBe(303)
  })

  it.each([
    ['another client_id', { ...document, client_id: 'https://editor.example/other.json' }, 200],
    ['a secret', { ...document, client_secret: 'x' }, 200],
    ['no redirect address', { ...document, redirect_uris: [] }, 200],
    ['an error', document, 404],
    ['10 MB', { ...document, filler: 'x'.repeat(10_000_000) }, 200],
  ])('is refused for a document with %s', async (what, body, status) => {
    answerWith(body, status)
    const url = authorizeUrl(clientId.replace('client.json', `${encodeURIComponent(what)}.json`))
    const { statusCode } = await createBrowser().get(url)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
  })

  it.each([
    ['http://evil.example/callback', 'web'],
    ['http://127.0.0.1.evil.example/callback', 'web'],
    ['http://localhost.evil.example/callback', 'web'],
    ['https://user:password@editor.example/callback', 'native'],
    ['https://localhost/callback', 'web'],
    ['intent://scan', 'native'],
    ['view-source:https://editor.example/', 'native'],
    ['javascript:alert(1)', 'native'],
  ])('cannot get a code sent to %s as a program of the type %s', async (redirect, application_type) => {
    const id = `https://editor.example/${encodeURIComponent(redirect)}.json`
    answerWith({ ...document, client_id: id, application_type, redirect_uris: [REDIRECT, redirect] })
    const { statusCode } = await createBrowser().get(authorizeUrl(id, { redirect_uri: redirect }))
    expect(statusCode).toBe(400)
  })

  it('is named on the page for codes as it is on the page that asks the member', async () => {
    const id = 'https://editor.example/device.json'
    const grant_types = ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code']
    answerWith({ ...document, client_id: id, client_name: '\u202Erotide\nEditor', grant_types })
    const started = await postForm('/oauth/device/auth', { client_id: id, scope: 'read' })
    const browser = createBrowser()
    const { body } = await browser.get('/oauth/device')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? ''
    const confirmation = await browser.send({
      method: 'POST',
      url: '/oauth/device',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ xsrf, user_code: started.body.user_code }).toString(),
    })
    expect(confirmation.body).toContain('rotide Editor')
    expect(confirmation.body).not.toContain('\u202E')
  })

  it('cannot make the site read a long answer of another address', async () => {
    const id = 'https://editor.example/sector.json'
    let sent = 0
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      if (String(url) === id)
        return Response.json({ ...document, client_id: id, sector_identifier_uri: 'https://other.example/' })
      const chunks = new ReadableStream({
        pull(controller) {
          sent += 1
          if (sent > 1_000) controller.close()
          else controller.enqueue(new Uint8Array(1_024))
        },
      })
      return new Response(chunks)
    })
    expect((await createBrowser().get(authorizeUrl(id))).statusCode).toBe(400)
    expect(sent).toBeLessThan(100)
  })

  it('is read at most sixty times in ten minutes for one address', async () => {
    const limited = await buildTestApp(database, { RATE_LIMIT_SCALE: '1' })
    const read = answerWith({}, 404)
    for (let count = 0; count < 70; count += 1)
      await limited.inject({
        url: authorizeUrl(`https://editor.example/${count}.json`),
        remoteAddress: '192.0.2.1',
        headers: { 'x-forwarded-for': `192.0.2.${count + 2}` },
      })
    expect(new Set(read.mock.calls.map(([url]) => String(url))).size).toBeLessThanOrEqual(60)
    expect(read.mock.calls.length).toBeLessThanOrEqual(60)
  })

  it.each([
    'https://127.0.0.1/c.json',
    'https://localhost/c.json',
    'https://[::1]/c.json',
    'https://10.0.0.1/c',
    'http://editor.example/c.json',
  ])('%s is never read', async (address) => {
    const { statusCode } = await createBrowser().get(authorizeUrl(address))
    expect([400, 401]).toContain(statusCode)
  })
})

it('a registration that no member has connected is deleted after a day', async () => {
  const { body } = await register()
  const count = async () => (await sql`select from applications where client_id = ${body.client_id}`).length
  await sweepExpiredRows(sql)
  expect(await count()).toBe(1)
  await sql`update applications set created_at = now() - interval '2 days' where client_id = ${body.client_id}`
  await sweepExpiredRows(sql)
  expect(await count()).toBe(0)
})
