import { setTimeout as delay } from 'node:timers/promises'
import pRetry from 'p-retry'
import type { Logger } from './logger.ts'
import type { PostgresProcess } from './process.ts'

export type Supervisor = { pid(): number | null; stop(): Promise<void> }

const MAX_DELAY_MS = 5_000

type Options = { serve: () => Promise<PostgresProcess>; log: Logger; startTimeoutMs?: number }

/**
 * Starts the database and restarts it whenever it exits, until `stop` is called. Throws the last error from `serve` if
 * the database never starts.
 */
export const supervisePostgres = async ({
  serve,
  log,
  startTimeoutMs = 10_000,
}: Options): Promise<Supervisor> => {
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
    const { signal } = stopping
    const minTimeout = Math.min(100 * 2 ** earlyExits, MAX_DELAY_MS)
    await delay(minTimeout, undefined, { signal }).catch(() => {})
    const onFailedAttempt = ({ error }: { error: Error }) =>
      log.error({ err: error }, 'The database failed to start; retrying')
    return pRetry(serve, {
      retries: Number.POSITIVE_INFINITY,
      minTimeout,
      maxTimeout: MAX_DELAY_MS,
      signal,
      onFailedAttempt,
    }).catch((error: unknown) => {
      if (signal.aborted) return null
      throw error
    })
  }

  const running = keepRunning()
  return {
    pid: () => current?.pid ?? null,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      await running
      // A restart may have replaced the stopped process in the meantime.
      await (current as PostgresProcess | null)?.stop()
    },
  }
}

/**
 * Retries starting the database: after a crash, sessions of the previous server briefly hold its shared memory, and
 * PostgreSQL cannot start until they have exited.
 */
const startWithin = (
  startTimeoutMs: number,
  serve: () => Promise<PostgresProcess>,
): Promise<PostgresProcess> =>
  pRetry(serve, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 300,
    factor: 1,
    maxRetryTime: startTimeoutMs,
  })
