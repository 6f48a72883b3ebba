import pg from 'pg'

/** How long a statement may take before the server is probed. */
const PROBE_AFTER_MS = 3_000
const PROBE_TIMEOUT_MS = 2_000
const CHECK_INTERVAL_MS = 1_000

export type ServerStatus = 'responds' | 'rejects connections' | 'rejects limits' | 'unresponsive'

/** Opens its own connection so that neither an exhausted pool nor a lost connection distorts the result. */
export const probeServer = async (config: pg.ClientConfig): Promise<ServerStatus> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'responds'
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      return isRejectedParameter(error) ? 'rejects limits' : 'rejects connections'
    return isTimeout(error) ? 'unresponsive' : 'rejects connections'
  } finally {
    void client.end().catch(() => {})
  }
}

/** Returns whether an error is node-postgres's timeout error, which has no class or code of its own. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'timeout expired'

const isRejectedParameter = ({ message }: pg.DatabaseError) => /unsupported startup parameter/i.test(message)

type RunningStatement = { since: number; maxMs: number; disconnect(): void }

/**
 * Detects an unresponsive server. A server that is suspended (SIGSTOP) or whose host is down closes no
 * connection, so statements would wait for minutes and occupy the whole pool. A statement that takes
 * suspiciously long triggers a probe. If the probe times out, all statements fail immediately, so their
 * callers can retry.
 */
export const monitorServer = (probe: () => Promise<ServerStatus>) => {
  const running = new Set<RunningStatement>()
  let isProbing = false
  const check = async () => {
    const now = performance.now()
    const overdue = [...running].filter(({ since }) => now - since > PROBE_AFTER_MS)
    for (const { since, maxMs, disconnect } of overdue) if (now - since > maxMs) disconnect()
    if (overdue.length === 0 || isProbing) return
    isProbing = true
    const state = await probe()
    isProbing = false
    if (state === 'unresponsive') for (const { disconnect } of running) disconnect()
  }
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS).unref()
  return {
    /** Calls `disconnect` if the statement takes longer than `maxMs` or the server becomes unresponsive. */
    async watch<T>(statement: Promise<T>, maxMs: number, disconnect: () => void): Promise<T> {
      const entry = { since: performance.now(), maxMs, disconnect }
      running.add(entry)
      return statement.finally(() => running.delete(entry))
    },
    stop: () => clearInterval(timer),
  }
}
