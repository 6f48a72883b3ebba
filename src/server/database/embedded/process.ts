import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { BoundedLog } from './bounded-log.ts'
import type { Cluster } from './cluster.ts'
import { EmbeddedFailure } from './failure.ts'
import { readPidFile, stopOrphan } from './orphan.ts'
import { serverSettings } from './server-settings.ts'

export type Served = {
  pid: number
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<void>
  /** Ends sessions, writes everything down and waits for the end. */
  stop(): Promise<void>
}

type Launch = { cluster: Cluster; sockets: string; durable: boolean; output: BoundedLog; log: Log }

/** Answers when connections are accepted. Throws EmbeddedFailure with PostgreSQL's own words. */
export const serve = async ({ cluster, sockets, durable, output, log }: Launch): Promise<Served> => {
  const stale = await stopOrphan(cluster.folder, log)
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.reach, ...serverSettings({ sockets, durable })],
    {
      ...cluster.account,
      cwd: '/',
      // In its own session: Ctrl+C in a terminal must not end it before requests under way are answered.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', cluster.descriptor],
      env: {
        PATH: process.env.PATH,
        LC_ALL: 'C',
        // The process that PostgreSQL is not to mistake for a rival.
        ...(stale && { PG_GRANDPARENT_PID: String(stale) }),
      },
    },
  )
  child.stderr?.on('data', (chunk: Buffer) => output.write(chunk))
  const ended = once(child, 'close').then(() => {})
  ended.catch(() => {})
  await once(child, 'spawn')
  const pid = child.pid as number
  const guard = guardAgainstOurDeath(pid)
  ended.finally(() => guard.kill('SIGKILL')).catch(() => {})
  await ready(child, cluster.folder, output)
  return { pid, ended, stop: () => stop(child, ended) }
}

/**
 * A shell that waits for the end of this process, even by SIGKILL (its input closes then), and stops the
 * database instead of us.
 */
const guardAgainstOurDeath = (pid: number): ChildProcess => {
  const guard = spawn('/bin/sh', ['-c', 'read _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    // What it runs is built into the shell, and none of the settings are for it.
    env: {},
  })
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  return guard
}

const ready = async (child: ChildProcess, folder: string, output: BoundedLog) => {
  // Recovery after a crash may take long; PostgreSQL says so in its log and goes on.
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new EmbeddedFailure(`The database does not start: ${output.lastLine()}`)
    const lines = readPidFile(folder)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await delay(10)
  }
}

const stop = async (child: ChildProcess, ended: Promise<void>) => {
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 2000],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, delay(patience, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    if (child.exitCode !== null || child.signalCode !== null) return
  }
}
