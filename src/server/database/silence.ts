import pg from 'pg'

/** Milliseconds. A healthy server may take this long for a statement before anybody asks whether it still lives. */
const SUSPICIOUS_MS = 3_000
const PROBE_TIMEOUT_MS = 2_000
const CHECK_EVERY_MS = 1_000

export type ServerState = 'answers' | 'refuses connections' | 'refuses limits' | 'silent'

/** Makes a connection of its own, so that neither a full pool nor a lost connection falsifies the result. */
export const probeServer = async (config: pg.ClientConfig): Promise<ServerState> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'answers'
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      return isRefusedParameter(error) ? 'refuses limits' : 'refuses connections'
    return isTimeout(error) ? 'silent' : 'refuses connections'
  } finally {
    void client.end().catch(() => {})
  }
}

/** node-postgres gives its own timeout neither a class nor a code. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'timeout expired'

const isRefusedParameter = ({ message }: pg.DatabaseError) => /unsupported startup parameter/i.test(message)

type Running = { since: number; maxMs: number; disconnect(): void }

/**
 * A server that is stopped (SIGSTOP), or whose host vanished, closes no connection: statements would wait for it for
 * minutes and hold every connection of the pool. So a statement that takes suspiciously long makes us probe the
 * server, and when the probe stays unanswered all statements fail at once, to be tried again by their callers.
 */
export const watchForSilence = (probe: () => Promise<ServerState>) => {
  const running = new Set<Running>()
  let isProbing = false
  const check = async () => {
    const now = performance.now()
    const overdue = [...running].filter(({ since }) => now - since > SUSPICIOUS_MS)
    for (const { since, maxMs, disconnect } of overdue) if (now - since > maxMs) disconnect()
    if (overdue.length === 0 || isProbing) return
    isProbing = true
    const state = await probe()
    isProbing = false
    if (state === 'silent') for (const { disconnect } of running) disconnect()
  }
  const timer = setInterval(() => void check(), CHECK_EVERY_MS).unref()
  return {
    /** Disconnects when the statement takes longer than `maxMs`, or when the server has gone silent. */
    async watch<T>(statement: Promise<T>, maxMs: number, disconnect: () => void): Promise<T> {
      const entry = { since: performance.now(), maxMs, disconnect }
      running.add(entry)
      return statement.finally(() => running.delete(entry))
    },
    stop: () => clearInterval(timer),
  }
}
