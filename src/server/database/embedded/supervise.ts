import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { Served } from './process.ts'

export type Supervised = { pid(): number | null; stop(): Promise<void> }

type Options = { serve: () => Promise<Served>; log: Log; patience?: number }

/** Keeps one database running until it is stopped. Throws what `serve` last threw when it never started. */
export const supervise = async ({ serve, log, patience = 10_000 }: Options): Promise<Supervised> => {
  const stopping = new AbortController()
  let current: Served | null = await startWithin(patience, serve)

  const keepRunning = async () => {
    let early = 0
    while (current) {
      const since = Date.now()
      await current.ended
      current = null
      if (stopping.signal.aborted) return
      log.error({}, 'The database ended by itself; starting it again')
      early = Date.now() - since < 10_000 ? early + 1 : 0
      current = await restart(early)
    }
  }

  const restart = async (early: number): Promise<Served | null> => {
    for (let attempt = early; !stopping.signal.aborted; attempt += 1) {
      await delay(Math.min(100 * 2 ** attempt, 5000), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return null
      const served = await serve().catch((error: unknown) => {
        log.error({ err: error }, 'The database does not start; trying again')
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
      // It may have come up again between the two.
      await (current as Served | null)?.stop()
    },
  }
}

/** After a crash, sessions of the dead database hold its memory for a moment, and PostgreSQL refuses meanwhile. */
const startWithin = async (patience: number, serve: () => Promise<Served>): Promise<Served> => {
  const end = Date.now() + patience
  for (;;) {
    try {
      return await serve()
    } catch (error) {
      if (Date.now() > end) throw error
      await delay(300)
    }
  }
}
