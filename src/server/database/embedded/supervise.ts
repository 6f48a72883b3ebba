import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../log.ts'
import type { PostgresProcess } from './process.ts'

export type Supervisor = { pid(): number | null; stop(): Promise<void> }

type Options = { serve: () => Promise<PostgresProcess>; log: Logger; startTimeoutMs?: number }

/**
 * Restarts the database whenever it ends, until `stop` is called. Throws the last error from `serve` if the
 * database never starts.
 */
export const supervise = async ({ serve, log, startTimeoutMs = 10_000 }: Options): Promise<Supervisor> => {
  const stopping = new AbortController()
  let current: PostgresProcess | null = await startWithin(startTimeoutMs, serve)

  const keepRunning = async () => {
    let earlyExits = 0
    while (current) {
      const startedAt = Date.now()
      await current.ended
      current = null
      if (stopping.signal.aborted) return
      log.error({}, 'The database ended unexpectedly; restarting it')
      earlyExits = Date.now() - startedAt < 10_000 ? earlyExits + 1 : 0
      current = await restart(earlyExits)
    }
  }

  const restart = async (earlyExits: number): Promise<PostgresProcess | null> => {
    for (let attempt = earlyExits; !stopping.signal.aborted; attempt += 1) {
      await delay(Math.min(100 * 2 ** attempt, 5000), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return null
      const served = await serve().catch((error: unknown) => {
        log.error({ err: error }, 'The database failed to start; retrying')
        return null
      })
      if (served) return served
    }
    return null
  }

  const running = keepRunning()
  return {
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await running
      // A restart may have completed between the two calls.
      await (current as PostgresProcess | null)?.stop()
    },
  }
}

/**
 * Retries, because after a crash the dead database's sessions briefly hold on to its shared memory, and
 * PostgreSQL refuses to start.
 */
const startWithin = async (
  startTimeoutMs: number,
  serve: () => Promise<PostgresProcess>,
): Promise<PostgresProcess> => {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await serve()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await delay(300)
    }
  }
}
