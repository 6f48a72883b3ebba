import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'
import { findWalWriter, listDescendants, signalProcesses } from './processes.ts'
import { waitUntil } from './wait-until.ts'

const PACKAGED = '/usr/lib/postgresql'

/**
 * Finds the newest PostgreSQL packaged by the operating system that includes `pg_basebackup`, which the embedded one
 * lacks.
 */
const findPrograms = (): string | null => {
  if (!existsSync(PACKAGED)) return null
  const versions = readdirSync(PACKAGED).toSorted((a, b) => Number(b) - Number(a))
  const folders = versions.map((version) => path.join(PACKAGED, version, 'bin'))
  return folders.find((folder) => existsSync(path.join(folder, 'pg_basebackup'))) ?? null
}

/** The programs of the operating system's PostgreSQL; null if it is not installed or has no replication. */
export const postgresPrograms = findPrograms()

// PostgreSQL cannot run as root.
const NOBODY = 65_534
const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

const run = (program: string, args: string[]): void => {
  const { status, stderr } = spawnSync(path.join(postgresPrograms ?? '', program), args, {
    ...account,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

export type PostgresCluster = {
  url: string
  pid(): number
  /** Starts the server again after it has stopped. */
  start(): Promise<void>
  /** Stops the server immediately, without flushing anything. */
  kill(): Promise<void>
  /** Kills the server and all of its processes. */
  crash(): Promise<void>
}

const createFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if ('uid' in account) chownSync(folder, NOBODY, NOBODY)
}

const serve = async (folder: string, port: number): Promise<PostgresCluster> => {
  let child: ReturnType<typeof spawn> | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGCONT')
    // An immediate shutdown has the effect of a crash but leaves no orphaned processes.
    child.kill('SIGQUIT')
    await ended
  }
  const crash = async () => {
    if (!child?.pid) return
    const walWriter = process.env.TRUST_BREAK && findWalWriter(child.pid)
    if (walWriter) {
      // The WAL writer flushes each full page of the log immediately, which would leave next to nothing to lose.
      process.kill(walWriter, 'SIGSTOP')
      await delay(1_000)
    }
    const ended = once(child, 'close')
    // A stopped postmaster cannot start another process while its descendants are being listed.
    child.kill('SIGSTOP')
    signalProcesses('SIGKILL', [child.pid, ...listDescendants(child.pid)])
    await ended
  }
  const start = async () => {
    const started = spawn(path.join(postgresPrograms ?? '', 'postgres'), ['-D', folder], {
      stdio: 'ignore',
      ...account,
    })
    child = started
    await waitUntil(() => {
      if (started.exitCode !== null) throw new Error('PostgreSQL ended')
      return (
        spawnSync(path.join(postgresPrograms ?? '', 'pg_isready'), ['-qh127.0.0.1', `-p${port}`]).status === 0
      )
    })
  }
  await start().catch(async (error) => {
    await kill()
    throw error
  })
  return {
    url: `postgres://prompts:unchecked@127.0.0.1:${port}/postgres`,
    pid: () => child?.pid ?? 0,
    start,
    kill,
    crash,
  }
}

const configure = (folder: string, lines: string[]): void =>
  appendFileSync(path.join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`)

/**
 * Settings that acknowledge commits before they are written to disk, so that a crash loses them. With these settings,
 * `npm run trust -- --break` verifies that the test would notice a loss.
 */
const LOSSY = [
  'synchronous_commit = off',
  'wal_buffers = 16MB',
  // Evicting a page from the buffers would flush the log to the disk.
  'shared_buffers = 256MB',
  'bgwriter_lru_maxpages = 0',
]

/** Starts a primary on loopback that trusts every connection. */
export const runPrimary = async (folder: string): Promise<PostgresCluster> => {
  createFolder(folder)
  run('initdb', ['-D', folder, '-U', 'prompts', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'])
  const port = await findFreePort()
  configure(folder, [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'max_connections = 60',
    'shared_buffers = 32MB',
    'wal_level = replica',
    'hot_standby_feedback = on',
    ...(process.env.TRUST_BREAK ? LOSSY : []),
  ])
  return serve(folder, port)
}

/** Starts a streaming replica of `primary`. */
export const runReplica = async (primary: PostgresCluster, folder: string): Promise<PostgresCluster> => {
  createFolder(folder)
  const source = new URL(primary.url)
  const address = `host=127.0.0.1 port=${source.port} user=prompts`
  run('pg_basebackup', ['-D', folder, '-d', address, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  const port = await findFreePort()
  configure(folder, [`port = ${port}`])
  return serve(folder, port)
}
