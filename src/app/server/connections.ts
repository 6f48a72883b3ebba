import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Knows which connections carry a request. Node counts one that has sent nothing yet, as browsers open ahead of
 * need, as busy, and would wait for it over a minute.
 */
export const trackConnections = (server: Server): { endIdle(): void } => {
  const requests = new Map<Socket, number>()
  let isEnding = false

  const count = (socket: Socket, change: 1 | -1) => {
    const running = (requests.get(socket) ?? 0) + change
    requests.set(socket, running)
    if (isEnding && running === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return {
    endIdle: () => {
      isEnding = true
      for (const [socket, running] of requests) if (running === 0) socket.destroySoon()
    },
  }
}
