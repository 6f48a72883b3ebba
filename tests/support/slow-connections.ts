import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Connections that send one byte per second. */
export type SlowConnections = {
  count(): number
  /** The first lines of the server's responses. */
  responses: string[]
}

/**
 * Opens `count` connections that immediately send `head`, and then `rest` at one byte per second. They are closed after
 * the test.
 */
export const openSlowConnections = (
  port: number,
  count: number,
  { head, rest }: { head: string; rest: string },
): SlowConnections => {
  const sockets = new Set<Socket>()
  const responses: string[] = []
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk) => responses.push(`${chunk.toString('latin1').split('\r\n')[0]}`))
    socket.on('close', () => sockets.delete(socket))
    socket.write(head)
  }
  let at = 0
  const timer = setInterval(() => {
    const byte = rest[at % rest.length] ?? 'x'
    for (const socket of sockets) socket.write(byte)
    at += 1
  }, 1_000)
  onTestFinished(() => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
  return { count: () => sockets.size, responses }
}
