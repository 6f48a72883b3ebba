import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from '#server/log.ts'

/**
 * Tracks which connections have pending requests. On shutdown, Node treats a connection that has not sent
 * anything yet (such as a browser's preconnect) as active and would wait for more than a minute.
 */
const trackConnections = (server: Server): { endIdle(): void } => {
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

/** Thrown when the server cannot start. The message is a single line for the operator. */
export class StartupError extends Error {
  override name = 'StartupError'
}

export type Lifecycle = {
  /** Registers a shutdown step. Steps run in reverse order. */
  onStop(step: () => Promise<void>): void
  stop(): Promise<void>
}

/** Shuts the process down gracefully on a signal, when the parent process exits, or after an uncaught exception. */
export const startLifecycle = (log: Logger): Lifecycle => {
  const steps: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= closeAll(steps, log)
    return stopping
  }
  const end = (code: number) => stop().then(() => process.exit(code))
  stopOnSignals(() => end(0))
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'Uncaught exception; shutting down')
    void end(1)
  })
  return { onStop: (step) => steps.push(step), stop }
}

/**
 * The maximum number of connections that wait to be accepted (the listen backlog). If a thousand browsers connected
 * simultaneously, Node's default of 511 would make some of them wait one to three seconds for a TCP retransmission.
 */
const BACKLOG = 4_096

/** Starts listening. Throws a `StartupError` if the address is not available. */
export const startListening = async (
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  lifecycle: Lifecycle,
): Promise<void> => {
  const connections = trackConnections(app.server)
  lifecycle.onStop(() => finish(app, connections))
  await app.listen({ host, port, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(listenErrors[error.code ?? '']?.(host, port) ?? error.message)
  })
}

const listenErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) => `Port ${port} is already in use. Stop the program that uses it, or set PORT.`,
  EACCES: (_host, port) => `This account may not use port ${port}. Set PORT to a number above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (host) => `HOST ${host} is not an address of this machine`,
}

/** The time that pending requests have to finish during shutdown. */
const SHUTDOWN_TIMEOUT_MS = 10_000

const finish = async (app: FastifyInstance, connections: { endIdle(): void }) => {
  const closed = app.close()
  connections.endIdle()
  const timer = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
  await closed
  clearTimeout(timer)
}

const closeAll = async (steps: readonly (() => Promise<void>)[], log: Logger) => {
  for (const step of steps.toReversed())
    await step().catch((error: unknown) => log.error({ err: error }, 'A shutdown step failed'))
}

/**
 * Signals within this time after the first one are ignored as duplicates; a later one exits immediately. Ctrl+C reaches
 * npm, the start script and the server, and the first two also forward it.
 */
const SAME_SIGNAL_MS = 1000

const stopOnSignals = (end: () => void) => {
  let firstSignalAt: number | null = null
  const onSignal = () => {
    if (firstSignalAt !== null && Date.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1)
    if (firstSignalAt !== null) return
    firstSignalAt = Date.now()
    end()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  // A disconnect means that the start script was killed, so nothing else would stop the server.
  if (process.connected) process.once('disconnect', onSignal)
}
