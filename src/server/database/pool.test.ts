import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { classifyDatabaseError } from './errors.ts'
import { createPool } from './pool.ts'

it('lets statements that wait for a connection give up at once when it is disconnected', async () => {
  const sockets: Socket[] = []
  // Simulates a suspended server: the operating system accepts connections, but nothing responds.
  const suspended = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(suspended, 'listening')
  const pool = createPool(`postgres://site:x@127.0.0.1:${(suspended.address() as AddressInfo).port}/site`, {
    max: 2,
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    suspended.close()
    await pool.close()
  })
  const waiting = Array.from({ length: 4 }, () => pool.sql`select 1`.catch((error: unknown) => error))
  await expect.poll(() => sockets.length).toBe(2)
  pool.disconnect()
  for (const error of await Promise.all(waiting)) {
    expect(classifyDatabaseError(error)).toBe('unavailable')
    // Otherwise, the queries would wait for a connection until its time limit.
    expect(String(error)).not.toMatch(/time/)
  }
})
