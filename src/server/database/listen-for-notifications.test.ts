import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { errorLogger } from '#server/log.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { listenForNotifications } from './listen-for-notifications.ts'

const database = await createTestDatabase()

/** Starts a TCP proxy to the database. `goSilent` makes it pass nothing on, without closing a connection. */
const startProxy = async () => {
  const url = new URL(database.directUrl)
  const socketFolder = url.searchParams.get('host')
  const target = socketFolder
    ? { path: `${socketFolder}/.s.PGSQL.${url.port || 5432}` }
    : { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connect(target as { host: string; port: number })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => {})
    }
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  url.searchParams.delete('host')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const goSilent = () => {
    for (const socket of sockets) socket.unpipe().resume()
  }
  return { url: url.href, goSilent }
}

it('reconnects after a connection was dropped silently', async () => {
  const proxy = await startProxy()
  const payloads: string[] = []
  const connections: boolean[] = []
  const listener = {
    onPayload: (_: string, payload: string) => payloads.push(payload),
    onConnected: (isReconnection: boolean) => connections.push(isReconnection),
  }
  const timing = { checkMs: 200, responseMs: 300 }
  const listening = listenForNotifications(proxy.url, ['silence'], listener, errorLogger, timing)
  await expect.poll(() => connections).toEqual([false])
  await database.sql`select pg_notify('silence', 'first')`
  await expect.poll(() => payloads).toEqual(['first'])
  // The checks of a working connection do not end it.
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(connections).toEqual([false])
  for (const again of [1, 2]) {
    proxy.goSilent()
    await expect.poll(() => connections).toEqual([false, ...Array(again).fill(true)])
    await database.sql`select pg_notify('silence', ${`again ${again}`})`
    await expect.poll(() => payloads.at(-1)).toBe(`again ${again}`)
  }
  await listening.close()
})

it('closes at once while its connection is silent', async () => {
  const proxy = await startProxy()
  const connected = Promise.withResolvers<void>()
  const listener = { onPayload: () => {}, onConnected: () => connected.resolve() }
  const listening = listenForNotifications(proxy.url, ['silence'], listener, errorLogger)
  await connected.promise
  proxy.goSilent()
  // If this waited for an answer of the database, it would take longer than a test may.
  await listening.close()
})
