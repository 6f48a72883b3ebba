import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedApiToken, seedPost, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const isFull = process.env.FULL_TESTS === 'true'
const REQUESTS = isFull ? 10_000 : 1_000

const database = await createTestDatabase()
const app = await buildTestApp(database)
const owner = await seedUser(database)
const secret = await seedPost(database, {
  by: owner,
  isPrivate: true,
  title: 'Closedtitle',
  prompt: 'Closedprompt',
})
const { authorization } = await seedApiToken(database, await seedUser(database), ['read', 'private', 'write'])

/** A generator of the same numbers in each run (mulberry32), so that a failure can be repeated. */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}
const random = createRandom(7)
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const TOOLS =
  'search_prompts get_prompt fill_prompt list_collections get_collection list_versions save_prompt update_prompt improve_prompt report_result'.split(
    ' ',
  )
const METHODS = [
  'tools/call',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/read',
  'resources/templates/list',
  'completion/complete',
  'initialize',
  'server/discover',
  'ping',
  'subscriptions/unsubscribe',
  '__proto__',
]

/** Values that people and programs send where something else is expected. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  secret.id,
  2_147_483_648,
  '',
  'x',
  '\u0000',
  '\uD800',
  '\u202E',
  "'; drop table users; --",
  '{{constructor}}',
  '${a:b|c}',
  '../../etc/passwd',
  'prompts://posts/1',
  'x'.repeat(5_000),
  '9'.repeat(400),
  [],
  [[[]]],
  {},
  { __proto__: { isAdmin: true } },
  { toString: 1 },
]
const NAMES =
  'id query limit after values prompt title description topic revision model worked username uri name arguments ref argument cursor constructor'.split(
    ' ',
  )

const anyObject = (depth = 0): Record<string, unknown> =>
  Object.fromEntries(
    Array.from({ length: Math.floor(random() * 5) }, () => [
      pick(NAMES),
      depth < 2 && random() < 0.3 ? anyObject(depth + 1) : pick(VALUES),
    ]),
  )

const anyMessage = (): unknown => {
  const message: Record<string, unknown> = {
    jsonrpc: random() < 0.95 ? '2.0' : pick(VALUES),
    id: random() < 0.9 ? Math.floor(random() * 1_000) : pick(VALUES),
    method: random() < 0.95 ? pick(METHODS) : pick(VALUES),
    params: {
      ...(random() < 0.7 && { _meta: META }),
      name: random() < 0.9 ? pick(TOOLS) : pick(VALUES),
      arguments: random() < 0.9 ? anyObject() : pick(VALUES),
      ...anyObject(),
    },
  }
  for (const name of Object.keys(message)) if (random() < 0.03) delete message[name]
  return random() < 0.05 ? [message, message] : message
}

/** Cuts, doubles and changes characters of a text. */
const damage = (text: string): string => {
  const at = Math.floor(random() * text.length)
  return pick([
    text.slice(0, at),
    text + text,
    `${text.slice(0, at)}\u0000${text.slice(at)}`,
    text.slice(at),
    `[${text}`,
  ])
}

const toMcp = () => {
  const body = JSON.stringify(anyMessage()) ?? ''
  return {
    method: pick(['POST', 'POST', 'POST', 'POST', 'GET', 'DELETE'] as const),
    url: '/mcp',
    headers: {
      'content-type': pick(['application/json', 'application/json', 'application/json', 'text/plain', 'x']),
      accept: pick(['application/json, text/event-stream', 'application/json', '*/*', '']),
      ...(random() < 0.5 && { 'mcp-protocol-version': pick(['2026-07-28', '2025-11-25', '1', '\u00ff']) }),
      ...(random() < 0.5 && { 'mcp-method': pick(METHODS) }),
    },
    payload: random() < 0.8 ? body : damage(body),
  }
}

const FIELDS =
  'client_id response_type redirect_uri code_challenge code_challenge_method state scope resource grant_type code code_verifier refresh_token device_code token user_code xsrf'.split(
    ' ',
  )
const TEXTS = [
  'prompt-collection',
  'prompt-collection-cli',
  'code',
  'http://127.0.0.1:1/callback',
  'S256',
  'x'.repeat(43),
  'read write admin openid',
  'http://localhost:3000/mcp',
  'authorization_code',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
  'https://127.0.0.1/client.json',
  'javascript:alert(1)',
  ...VALUES.filter((value) => typeof value === 'string'),
]
const toOauth = () => {
  const fields = new URLSearchParams(Array.from({ length: 8 }, () => [pick(FIELDS), pick(TEXTS)]))
  const path = pick([
    '/oauth/auth',
    '/oauth/auth/x',
    '/identity/auth',
    '/identity/auth/x',
    '/identity/token',
    '/oauth/token',
    '/oauth/token',
    '/oauth/device/auth',
    '/oauth/device',
    '/oauth/token/revocation',
    '/oauth/reg',
    '/oauth/jwks',
    '/oauth/none',
  ])
  const isJson = path === '/oauth/reg' || random() < 0.1
  const isGet = /^\/\w+\/auth/.test(path) || random() < 0.2
  if (isGet) return { method: 'GET' as const, url: `${path}?${fields}`, headers: {} }
  return {
    method: 'POST' as const,
    url: path,
    headers: { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded' },
    payload: isJson ? JSON.stringify({ redirect_uris: pick(VALUES), ...anyObject() }) : String(fields),
  }
}

const CREDENTIALS = [
  authorization,
  damage(authorization),
  'Bearer',
  'Bearer ',
  `Bearer ${'x'.repeat(43)}`,
  `Bearer pct_${'0'.repeat(42)}`,
  `Bearer ${'x'.repeat(5_000)}`,
  'Basic eDp5',
  undefined,
]
const toApi = () => ({
  method: 'GET' as const,
  url: pick(['/api/user/drafts', '/api/auth/me', `/api/posts/${secret.id}`, '/api/user/applications']),
  headers: {},
})

it(`${REQUESTS} hostile requests of programs get no error of the server and nothing private`, async () => {
  const statuses = new Map<number, number>()
  for (let count = 0; count < REQUESTS; count += 1) {
    const request = pick([toMcp, toMcp, toOauth, toApi])()
    const credential = pick(CREDENTIALS)
    const sent = {
      ...request,
      headers: {
        ...request.headers,
        ...(credential && { authorization: credential.replace(/[^\x20-\x7e]/g, '') }),
      },
    }
    const { statusCode, body } = await app.inject(sent)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    const isFailure =
      statusCode >= 500 || /Closedtitle|Closedprompt|node_modules\/(?!@fontsource)|at .*\.ts:\d/.test(body)
    expect(isFailure ? { sent, statusCode, body: body.slice(0, 500) } : null).toBeNull()
  }
  // Requests of each kind have got through to the tools as well as been refused.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401]))
})
