import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedDatabaseError } from './error.ts'
import type { Logger } from './logger.ts'
import { readPidFile, stopOrphanedServer } from './orphan.ts'
import type { RotatingLog } from './rotating-log.ts'

/** Returns PostgreSQL settings for a small machine. Time limits are set per connection (`pool.ts`). */
const serverSettings = ({ sockets, durable }: { sockets: string; durable: boolean }): string[] =>
  Object.entries({
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${sockets.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Failed statements appear as errors in the site's log; PostgreSQL's own log would also contain users' content.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    logging_collector: 'off',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export type PostgresProcess = {
  pid: number
  /** Resolves when the process has exited for any reason. */
  ended: Promise<void>
  /** Shuts PostgreSQL down (disconnects clients, flushes data) and waits for the process to exit. */
  stop(): Promise<void>
}

type Options = { cluster: Cluster; sockets: string; durable: boolean; output: RotatingLog; log: Logger }

/**
 * Starts PostgreSQL and resolves when it accepts connections. Throws an `EmbeddedDatabaseError` with PostgreSQL's own
 * message.
 */
export const startPostgres = async ({
  cluster,
  sockets,
  durable,
  output,
  log,
}: Options): Promise<PostgresProcess> => {
  const unrelatedPid = await stopOrphanedServer(cluster.folder, log)
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.accessPath, ...serverSettings({ sockets, durable })],
    {
      ...cluster.account,
      cwd: '/',
      // A new session ensures that Ctrl+C in a terminal does not stop PostgreSQL before pending requests have been
      // served.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', cluster.descriptor],
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        // This is the unrelated process that PostgreSQL must not mistake for a running postmaster.
        ...(unrelatedPid && { PG_GRANDPARENT_PID: String(unrelatedPid) }),
      },
    },
  )
  child.stderr?.on('data', (chunk: Buffer) => output.write(chunk))
  const ended = once(child, 'close').then(() => {})
  ended.catch(() => {})
  await once(child, 'spawn')
  const pid = child.pid as number
  const watchdog = startWatchdog(pid)
  ended.finally(() => watchdog.kill('SIGKILL')).catch(() => {})
  await waitUntilReady(child, cluster.folder, output)
  return { pid, ended, stop: () => stop(child, ended) }
}

/**
 * Starts a shell that stops the database when this process exits, even after SIGKILL: the exit closes the shell's
 * standard input.
 */
const startWatchdog = (pid: number): ChildProcess => {
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // `read` and `kill` are shell builtins, so the shell needs no environment variables.
    env: {},
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  return watchdog
}

const waitUntilReady = async (child: ChildProcess, folder: string, output: RotatingLog) => {
  // There is no timeout: recovery after a crash may take a long time, and PostgreSQL logs its progress.
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new EmbeddedDatabaseError(`The database failed to start: ${output.lastLine()}`)
    const lines = readPidFile(folder)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await delay(10)
  }
}

const stop = async (child: ChildProcess, ended: Promise<void>) => {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    if (child.exitCode !== null || child.signalCode !== null) return
  }
}
