import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Tracks which connections have pending requests. Node treats a connection that has not sent anything yet,
 * such as a browser's preconnect, as active and would wait more than a minute for it on shutdown.
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
