import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { seedSession, seedUser } from './support/builders.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const member = await seedSession(database, await seedUser(database))

const JSON_TYPE = 'application/json'
const INVALID = 'The request body is not valid JSON'
const UNSUPPORTED = 'This type of request body is not supported'

const post = async (payload: string | undefined, type: string | undefined, headers = {}) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/api/posts',
    ...(payload === undefined ? {} : { payload }),
    headers: { ...member, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  })
  const { message, detail } = JSON.parse(body)
  expect(detail).toBe(message)
  return [statusCode, message]
}

it.each([
  ['invalid JSON', '{"title": ', JSON_TYPE, 400, INVALID],
  ['text', 'hello', JSON_TYPE, 400, INVALID],
  ['JSON with a charset that is cut off', '[1', `${JSON_TYPE}; charset=utf-8`, 400, INVALID],
  ['a body that replaces a prototype', '{"__proto__": {"a": 1}}', JSON_TYPE, 400, INVALID],
  ['a body that replaces a constructor', '{"constructor": {"prototype": {"a": 1}}}', JSON_TYPE, 400, INVALID],
  ['an empty body', '', JSON_TYPE, 400, 'The request body is empty'],
  ['plain text', 'hello', 'text/plain', 415, UNSUPPORTED],
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 415, UNSUPPORTED],
  ['a form with files', '--x--', 'multipart/form-data; boundary=x', 415, UNSUPPORTED],
  ['XML', '<a/>', 'application/xml', 415, UNSUPPORTED],
  ['bytes', 'abc', 'application/octet-stream', 415, UNSUPPORTED],
  ['a malformed type', 'abc', 'nonsense', 415, UNSUPPORTED],
  ['an empty type', 'abc', '', 415, UNSUPPORTED],
  ['two types', '{}', 'application/json, text/plain', 415, UNSUPPORTED],
] as const)('answers %s with a sentence of the site', async (_, payload, type, status, message) => {
  expect(await post(payload, type)).toEqual([status, message])
})

it('answers a body that is too large, by its declared length or its bytes, with a sentence of the site', async () => {
  expect(await post('{}', JSON_TYPE, { 'content-length': '999999999' })).toEqual([
    413,
    'The request is too large',
  ])
})

it.each(['/api/posts/%', '/api/posts/%E0%A4%A', '/api/users/%zz', '/api/%ff'])(
  'answers the malformed path %s with a sentence of the site',
  async (url) => {
    const { statusCode, body } = await app.inject(url)
    expect([statusCode, JSON.parse(body).message]).toEqual([400, 'Bad request'])
  },
)

/** Sends bytes over a socket of its own, and returns the response. */
const sendRaw = async (request: string): Promise<string> => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' }).catch(() => app.listeningOrigin)
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(request)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

it.each([
  ['an unknown protocol version', 'GET / HTTP/9.9\r\n\r\n'],
  ['a broken header', 'GET /api/posts HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n'],
  [
    'two lengths',
    'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  ],
])('answers %s with a sentence of the site', async (_, request) => {
  const response = await sendRaw(request)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response).toContain('Bad request')
  expect(response).not.toMatch(/FST_|HPE_|Parse Error/)
})

it.each([
  ['an unsatisfiable range', { range: 'bytes=999999999-' }, 416],
  ['a failed precondition', { 'if-match': '"none"' }, 412],
] as const)('answers %s of a file without a message of a library', async (_, headers, status) => {
  const { statusCode, body } = await app.inject({ url: '/favicon.svg', headers })
  expect([statusCode, body.trim()]).toEqual([status, 'The request was rejected'])
})
