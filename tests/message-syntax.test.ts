import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

/*
 * Messages whose end or target two readers could understand differently (RFC 9112, sections 2, 3, 5, 6 and 7). Each is
 * followed by a request for /api/smuggled, which gets no response if it is unclear where the message before it ends.
 */
const app = await buildTestApp(await createTestDatabase())
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const exchange = async (message: string) => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(message, 'latin1')
  // A connection that stays open has nothing more to say by then.
  await Promise.race([once(socket, 'close'), delay(300)])
  socket.destroy()
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  return { statuses, isClosed }
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const post = (headers: string[], body: string) =>
  [
    'POST /api/votes HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n')
const chunked = 'Transfer-Encoding: chunked'
const next = get('/api/smuggled')

it.each([
  ['two lengths that differ', post(['Content-Length: 2', 'Content-Length: 5'], '{}')],
  ['a list of lengths', post(['Content-Length: 2, 5'], '{}')],
  ['a negative length', post(['Content-Length: -2'], '{}')],
  ['a length with a sign', post(['Content-Length: +2'], '{}')],
  ['a length in hexadecimal', post(['Content-Length: 0x2'], '{}')],
  ['a length and chunks', post(['Content-Length: 2', chunked], '2\r\n{}\r\n0\r\n\r\n')],
  ['an unknown transfer coding after chunks', post(['Transfer-Encoding: chunked, identity'], '{}')],
  ['chunks twice', post(['Transfer-Encoding: chunked, chunked'], '2\r\n{}\r\n0\r\n\r\n')],
  [
    'a transfer coding with a space before its colon',
    post(['Transfer-Encoding : chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  ],
  ['a folded line', get('/', 'X-One: a', ' b')],
  ['a line that begins with a space', get('/', ' X-One: a')],
  ['a NUL in a field', get('/', 'X-One: a\0b')],
  ['a bare carriage return in a field', get('/', 'X-One: a\rContent-Length: 5')],
  ['a bare line feed in a field', get('/', 'X-One: a\nX-Two: b')],
  ['a field without a colon', get('/', 'X-One')],
  ['a field without a name', get('/', ': a')],
  ['a chunk size that is no number', post([chunked], 'x\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size with a sign', post([chunked], '+2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size in 0x', post([chunked], '0x2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk size beyond all numbers', post([chunked], 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n')],
  ['a line feed in a chunk extension', post([chunked], '2;a\nb\r\n{}\r\n0\r\n\r\n')],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['an empty target', 'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a target with a space', get('/a b')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['a field of 100,000 bytes', get('/', `X-One: ${'a'.repeat(100_000)}`)],
])('rejects once, and closes the connection after, %s', async (_, message) => {
  const { statuses, isClosed } = await exchange(message + next)
  expect({ statuses, isClosed }).toEqual({
    statuses: [expect.toSatisfy((status: number) => status >= 400 && status < 500)],
    isClosed: true,
  })
})

it.each([
  ['pipelined requests', get('/api/topics'), [200, 404]],
  // The end of this message is clear, so the connection may stay open.
  ['two Hosts as an error', get('/', 'Host: localhost'), [400, 404]],
  ['an absolute target', get('http://localhost/api/topics'), [200, 404]],
  ['an empty line before the request', `\r\n${get('/api/topics')}`, [200, 404]],
  ['a chunk extension', post([chunked], '2;a=b\r\n{}\r\n0\r\n\r\n'), [401, 404]],
  ['trailer fields', post([chunked], '2\r\n{}\r\n0\r\nX-One: a\r\n\r\n'), [401, 404]],
])('reads %s, and then the next request', async (_, message, statuses) => {
  expect((await exchange(message + next)).statuses).toEqual(statuses)
})

it('closes the connection of CONNECT without a response, as Node does', async () => {
  const message = 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n'
  expect(await exchange(message + next)).toEqual({ statuses: [], isClosed: true })
})

it('rejects a chunk that is longer than its size, although its request has a response already', async () => {
  const message = post([chunked], '2\r\n{}}\r\n0\r\n\r\n')
  expect(await exchange(message + next)).toEqual({ statuses: [401, 400], isClosed: true })
})

it.each([
  ['of HTTP/1.0', 'GET /api/topics HTTP/1.0\r\nHost: localhost\r\n\r\n'],
  ['with Connection: close', get('/api/topics', 'Connection: close')],
])('ignores what follows a request %s, and closes the connection after its response', async (_, message) => {
  expect(await exchange(message + next)).toEqual({ statuses: [200], isClosed: true })
})
