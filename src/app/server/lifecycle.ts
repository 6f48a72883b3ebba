import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '#server/log.ts'
import { trackConnections } from './connections.ts'

/** Why the server cannot start, in one line for the person who starts it. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

export type Lifecycle = {
  /** What is opened first is closed last. */
  onStop(step: () => Promise<void>): void
  stop(): Promise<void>
}

/** From here on a signal, a lost parent or an unforeseen error ends the process in good order. */
export const beginLifecycle = (log: Log): Lifecycle => {
  const steps: (() => Promise<void>)[] = []
  let stopping: Promise<void> | null = null
  const stop = () => {
    stopping ??= closeAll(steps, log)
    return stopping
  }
  const end = (code: number) => stop().then(() => process.exit(code))
  stopOnSignals(() => end(0))
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'Unforeseen error; stopping')
    void end(1)
  })
  return { onStop: (step) => steps.push(step), stop }
}

/** Throws StartFailure where the address cannot be had. */
export const listen = async (
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
  lifecycle: Lifecycle,
): Promise<void> => {
  const connections = trackConnections(app.server)
  lifecycle.onStop(() => finish(app, connections))
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new StartFailure(reasons[error.code ?? '']?.(host, port) ?? error.message)
  })
}

const reasons: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) => `Port ${port} is taken: stop the program that uses it, or set PORT`,
  EACCES: (_host, port) => `Port ${port} is not open to this account: set PORT to one above 1023`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (host) => `HOST ${host} is not an address of this machine`,
}

/** How long requests under way may take to end, in milliseconds. */
const patience = 10_000

const finish = async (app: FastifyInstance, connections: { endIdle(): void }) => {
  const closed = app.close()
  connections.endIdle()
  const timer = new AbortController()
  const late = delay(patience, 'late' as const, { signal: timer.signal }).catch(() => {})
  if ((await Promise.race([closed, late])) === 'late') app.server.closeAllConnections()
  timer.abort()
  await closed
}

const closeAll = async (steps: readonly (() => Promise<void>)[], log: Log) => {
  for (const step of steps.toReversed())
    await step().catch((error: unknown) => log.error({ err: error }, 'Could not be closed'))
}

/** Ctrl+C reaches npm, the starter and us, and they pass it on: one wish may arrive as several signals. */
const sameWish = 1000

const stopOnSignals = (end: () => void) => {
  let first: number | null = null
  const onSignal = () => {
    if (first !== null && Date.now() - first > sameWish) process.exit(1)
    if (first !== null) return
    first = Date.now()
    end()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal)
  // The starter was killed; nobody is left who could stop us.
  if (process.connected) process.once('disconnect', onSignal)
}
