import { once } from 'node:events'
import { connect } from 'node:net'

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

/** The path of the request that follows each message. */
export const NEXT = '/api/smuggled'
const next = get(NEXT, 'Connection: close')

/** Messages whose end or target two readers could understand differently (RFC 9112, sections 2, 3, 5, 6 and 7). */
export const malformedMessages = {
  'two lengths that differ': post(['Content-Length: 2', 'Content-Length: 5'], '{}'),
  'a list of lengths': post(['Content-Length: 2, 5'], '{}'),
  'a negative length': post(['Content-Length: -2'], '{}'),
  'a length with a sign': post(['Content-Length: +2'], '{}'),
  'a length in hexadecimal': post(['Content-Length: 0x2'], '{}'),
  'a length and chunks': post(['Content-Length: 2', chunked], '2\r\n{}\r\n0\r\n\r\n'),
  'an unknown transfer coding after chunks': post(['Transfer-Encoding: chunked, identity'], '{}'),
  'chunks twice': post(['Transfer-Encoding: chunked, chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  'a transfer coding with a space before its colon': post(
    ['Transfer-Encoding : chunked'],
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  'a folded line': get('/', 'X-One: a', ' b'),
  'a line that begins with a space': get('/', ' X-One: a'),
  'a NUL in a field': get('/', 'X-One: a\0b'),
  'a bare carriage return in a field': get('/', 'X-One: a\rContent-Length: 5'),
  'a bare line feed in a field': get('/', 'X-One: a\nX-Two: b'),
  'a field without a colon': get('/', 'X-One'),
  'a field without a name': get('/', ': a'),
  'a chunk size that is no number': post([chunked], 'x\r\n{}\r\n0\r\n\r\n'),
  'a chunk size with a sign': post([chunked], '+2\r\n{}\r\n0\r\n\r\n'),
  'a chunk size in 0x': post([chunked], '0x2\r\n{}\r\n0\r\n\r\n'),
  'a chunk size beyond all numbers': post([chunked], 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'),
  'a line feed in a chunk extension': post([chunked], '2;a\nb\r\n{}\r\n0\r\n\r\n'),
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'an empty target': 'GET  HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'a target with a space': get('/a b'),
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'a field of 100,000 bytes': get('/', `X-One: ${'a'.repeat(100_000)}`),
} as const

/** Messages with a clear end, and the status of their response and of the one to the next request. */
export const clearMessages = {
  'pipelined requests': [get('/api/topics'), [200, 404]],
  'two Hosts as an error': [get('/', 'Host: localhost'), [400, 404]],
  'an absolute target': [get('http://localhost/api/topics'), [200, 404]],
  'an empty line before the request': [`\r\n${get('/api/topics')}`, [200, 404]],
  'a chunk extension': [post([chunked], '2;a=b\r\n{}\r\n0\r\n\r\n'), [401, 404]],
  'trailer fields': [post([chunked], '2\r\n{}\r\n0\r\nX-One: a\r\n\r\n'), [401, 404]],
} as const

/** Messages that are the last of their connection, whatever follows them. */
export const lastMessages = {
  CONNECT: 'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n',
  'a chunk that is longer than its size': post([chunked], '2\r\n{}}\r\n0\r\n\r\n'),
  'HTTP/1.0': 'GET /api/topics HTTP/1.0\r\nHost: localhost\r\n\r\n',
  'Connection: close': get('/api/topics', 'Connection: close'),
} as const

export type RawResponse = { status: number; head: string }

/**
 * Sends a message and the next request on one connection, and returns all responses. The connection is closed by the
 * server: after an error, or after the next request, which asks for it.
 */
export const exchange = async (port: number, message: string): Promise<RawResponse[]> => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('error', () => {})
  socket.write(message + next, 'latin1')
  await once(socket, 'close')
  return Array.from(received.matchAll(/HTTP\/1\.[01] (\d{3}) .*?\r\n\r\n/gs), ([head, status]) => ({
    status: Number(status),
    head,
  }))
}
