import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { buildTestApp } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'
import { clearMessages, exchange, lastMessages, malformedMessages } from './support/message-syntax.ts'

/*
 * Each message is followed by a request for /api/smuggled, which gets no response if it is unclear where the message
 * before it ends.
 */
const app = await buildTestApp(await createTestDatabase())
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const statusesOf = async (message: string) => (await exchange(port, message)).map(({ status }) => status)

it.each(Object.entries(malformedMessages))(
  'rejects once, and closes the connection after, %s',
  async (_, message) => {
    expect(await statusesOf(message)).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
    ])
  },
)

it.each(Object.entries(clearMessages))(
  'reads %s, and then the next request',
  async (_, [message, statuses]) => {
    expect(await statusesOf(message)).toEqual(statuses)
  },
)

it('rejects CONNECT, and ignores what would go through its tunnel', async () => {
  expect(await statusesOf(lastMessages.CONNECT)).toEqual([400])
})

it.each([
  ['a folded line', malformedMessages['a folded line']],
  ['a field of 100,000 bytes', malformedMessages['a field of 100,000 bytes']],
  ['CONNECT', lastMessages.CONNECT],
])('sends security headers with the error for %s, and keeps it out of caches', async (_, message) => {
  const [response] = await exchange(port, message)
  expect(response?.head.toLowerCase().split('\r\n')).toEqual(
    expect.arrayContaining([
      "content-security-policy: default-src 'none';frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'x-frame-options: deny',
      'cache-control: no-store',
    ]),
  )
})

it('rejects a chunk that is longer than its size, although its request has a response already', async () => {
  expect(await statusesOf(lastMessages['a chunk that is longer than its size'])).toEqual([401, 400])
})

it.each(['HTTP/1.0', 'Connection: close'] as const)(
  'ignores what follows a request with %s, and closes the connection after its response',
  async (kind) => {
    expect(await statusesOf(lastMessages[kind])).toEqual([200])
  },
)
