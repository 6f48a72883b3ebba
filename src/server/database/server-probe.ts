import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** How long a statement may take before the server is probed. */
const PROBE_AFTER_MS = 3_000
const PROBE_TIMEOUT_MS = 2_000
const WAITING_STEPS = 20
const CHECK_INTERVAL_MS = 1_000

export type ServerStatus = 'responds' | 'rejects connections' | 'rejects limits' | 'unresponsive'

/**
 * Opens its own connection so that neither an exhausted pool nor a lost connection distorts the result. A server that
 * has sent anything responds, even if the login is incomplete: it hashes the password on a thread of this process, and
 * all threads may be busy.
 */
export const probeServer = async (config: pg.ClientConfig): Promise<ServerStatus> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 0 })
  client.on('error', () => {})
  const isOver = new AbortController()
  try {
    const status = await Promise.race([
      client.connect().then(() => 'responds' as const),
      waitInSteps(PROBE_TIMEOUT_MS, isOver.signal).then(() => 'late' as const),
    ])
    if (status === 'responds') return status
    const { stream } = client.connection
    stream.destroy()
    return stream instanceof Socket && stream.bytesRead > 0 ? 'responds' : 'unresponsive'
  } catch (error) {
    return error instanceof pg.DatabaseError && isRejectedParameter(error)
      ? 'rejects limits'
      : 'rejects connections'
  } finally {
    isOver.abort()
    void client.end().catch(() => {})
  }
}

/**
 * Waits in steps, so that a pause of this process counts as a single step. After a pause, Node runs the timers that are
 * due before it reads what the server has sent.
 */
const waitInSteps = async (ms: number, signal: AbortSignal): Promise<void> => {
  for (let step = 0; step < WAITING_STEPS; step += 1)
    await delay(ms / WAITING_STEPS, undefined, { signal, ref: false })
}

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
