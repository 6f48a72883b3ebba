import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStreamRegistry } from './stream-registry.ts'

const server = createServer()
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

/** Opens a stream whose client never reads. */
const openSilentStream = async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  // Fills the buffers of both kernels.
  while (!response.writableNeedDrain) {
    response.write(':'.repeat(100_000))
    await nextTurn()
  }
  return { response, registry: createStreamRegistry() }
}

it('closes a stream whose client does not read, so that its unread events do not pile up', async () => {
  const { response, registry } = await openSilentStream()
  registry.add({ userId: 1, session: 'aa', response })
  const unread = response.writableLength
  for (let n = 0; n < 1_000; n += 1) {
    registry.sendHeartbeat()
    registry.sendMemberChanged(1)
    registry.sendChanged(1)
  }
  expect(response.writableLength).toBeLessThanOrEqual(unread)
  await expect.poll(() => registry.list()).toEqual([])
})

it('closes a stream that has ended but whose client never reads the end', async () => {
  const { response, registry } = await openSilentStream()
  const errors: unknown[] = []
  response.on('error', (error) => errors.push(error))
  registry.add({ userId: 1, session: 'aa', response })
  registry.endAll()
  registry.sendHeartbeat()
  await expect.poll(() => registry.list()).toEqual([])
  expect(errors).toEqual([])
})
