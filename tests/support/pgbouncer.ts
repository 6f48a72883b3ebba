import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { findFreePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

const programs = ['pgbouncer', '/usr/sbin/pgbouncer']

export const pgbouncerPath = programs.find((program) => spawnSync(program, ['--version']).status === 0)

export type PgBouncer = {
  /** The URL of the same database through the pooler. */
  url: string
  start(): Promise<void>
  /** Stops PgBouncer immediately. */
  kill(): Promise<void>
  /** Points the pooler to another server from now on, like `RELOAD` after its settings have been changed. */
  moveTo(url: string): void
}

/** Starts PgBouncer in transaction mode in front of `url`. It is stopped after the test. */
export const startPgBouncer = async (url: string, folder: string): Promise<PgBouncer> => {
  const { username, password, pathname } = new URL(url)
  const port = await findFreePort()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const users = path.join(folder, 'users.txt')
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 })
  const settings = path.join(folder, 'pgbouncer.ini')
  const writeSettings = (target: URL) =>
    writeFileSync(
      settings,
      `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 5
`,
      { mode: 0o644 },
    )
  writeSettings(new URL(url))
  // PgBouncer cannot run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  let child: ChildProcess | undefined
  const start = async () => {
    const started = spawn(pgbouncerPath ?? 'pgbouncer', [settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...account,
    })
    child = started
    let log = ''
    started.stderr.on('data', (chunk) => {
      log += chunk
    })
    await waitUntil(() => {
      if (started.exitCode !== null) throw new Error(`PgBouncer ended: ${log}`)
      return log.includes('process up')
    })
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await start()
  const moveTo = (target: string) => {
    writeSettings(new URL(target))
    child?.kill('SIGHUP')
  }
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`, start, kill, moveTo }
}
