import { accessSync, closeSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureDirectory } from '../ensure-directory.ts'
import type { Logger } from '../log.ts'
import { openDatabase } from './connect.ts'
import { prepareCluster } from './embedded/cluster.ts'
import { passwordFile } from './embedded/cluster-folder.ts'
import { EmbeddedDatabaseError } from './embedded/error.ts'
import { startPostgres } from './embedded/process.ts'
import { openRotatingLog } from './embedded/rotating-log.ts'
import { deriveSitePassword, prepareSiteRole, SITE_ROLE } from './embedded/site-role.ts'
import { createSocketFolder, removeSocketFolder, socketUrl } from './embedded/sockets.ts'
import { readState, removeState, writeState } from './embedded/state-file.ts'
import { supervise } from './embedded/supervise.ts'

/**
 * Locks the directory for this process; returns `null` if another process holds the lock. Uses a kernel file
 * lock, which Node exposes only through SQLite. The kernel releases it when the process ends for any reason,
 * so it can neither become stale nor be held twice.
 */
const lockDirectory = (folder: string): { release(): void } | null => {
  const file = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 })
  try {
    // Nothing is ever written, so the journal can be in memory, which avoids leaving a file behind.
    file.exec('pragma journal_mode = memory; begin exclusive')
    return { release: () => file.close() }
  } catch (error) {
    file.close()
    if (isLocked(error)) return null
    throw error
  }
}

const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

export type EmbeddedDatabase = {
  /** Connects as the role that owns the site's tables. */
  url: string
  /** For tests and benchmarks, which create their own databases. */
  superuserUrl: string
  pid: number | null
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Logger
  /** Set to false to turn off fsync in tests. */
  durable?: boolean
}

/**
 * Starts the embedded PostgreSQL on `dataDir/postgres` and keeps it running until `stop`. Throws an
 * `EmbeddedDatabaseError` if another process uses the directory or PostgreSQL cannot run on this machine.
 */
export const startEmbeddedDatabase = async (options: Options): Promise<EmbeddedDatabase> => {
  await prepareDataDir(options.dataDir)
  const lock = await waitForLock(options.dataDir)
  if (!lock) throw inUseError(options.dataDir)
  return startLocked(options, lock.release)
}

/**
 * For command-line scripts: connects to the running server's database, or starts one for as long as the
 * script runs.
 */
export const openEmbeddedDatabase = async (
  options: Options,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> => {
  await prepareDataDir(options.dataDir)
  const lock = lockDirectory(options.dataDir)
  if (!lock) return { url: await findRunning(options), stop: async () => {} }
  return startLocked(options, lock.release)
}

const prepareDataDir = async (dataDir: string) => {
  try {
    await ensureDirectory(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedDatabaseError(
      `DATA_DIR ${dataDir} is not writable (${code}). Set DATA_DIR to a writable directory.`,
    )
  }
}

/**
 * Retries for three seconds: npm exits before the server that it stops, so a restart may overlap with the
 * previous server's shutdown.
 */
const waitForLock = async (dataDir: string) => {
  const deadline = Date.now() + 3000
  for (;;) {
    const lock = lockDirectory(dataDir)
    if (lock || Date.now() > deadline) return lock
    await delay(100)
  }
}

const startLocked = (options: Options, release: () => void): Promise<EmbeddedDatabase> =>
  startCluster(options, release).catch((error: unknown) => {
    release()
    throw error
  })

const startCluster = async (
  { dataDir, log, durable = true }: Options,
  release: () => void,
): Promise<EmbeddedDatabase> => {
  removeSocketFolder(readState(dataDir)?.sockets ?? '')
  const cluster = await prepareCluster(dataDir, durable)
  const sockets = createSocketFolder(cluster)
  writeState(dataDir, { sockets, server: process.pid })
  const output = openRotatingLog(path.join(dataDir, 'postgres.log'))
  const supervisor = await supervise({
    serve: () => startPostgres({ cluster, sockets, durable, output, log }),
    log,
  })
  const urls = readUrls(dataDir, sockets)
  await prepareSiteRole(urls.superuserUrl, urls.password).catch(async (error: unknown) => {
    await supervisor.stop()
    throw error
  })
  return {
    url: urls.url,
    superuserUrl: urls.superuserUrl,
    get pid() {
      return supervisor.pid()
    },
    stop: async () => {
      await supervisor.stop()
      removeSocketFolder(sockets)
      removeState(dataDir)
      closeSync(cluster.descriptor)
      release()
    },
  }
}

const readUrls = (dataDir: string, sockets: string) => {
  const superuserPassword = readFileSync(passwordFile(dataDir), 'utf8')
  const password = deriveSitePassword(superuserPassword)
  return {
    password,
    url: socketUrl(sockets, SITE_ROLE, password),
    superuserUrl: socketUrl(sockets, 'postgres', superuserPassword),
  }
}

/** Retries for 15 seconds, because the other process may still be starting. */
const findRunning = async ({ dataDir, log }: Options): Promise<string> => {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    const state = readState(dataDir)
    // A server from an earlier version that is being replaced does not have the site's role yet.
    const urls = state && readUrls(dataDir, state.sockets)
    for (const url of urls ? [urls.url, urls.superuserUrl] : []) if (await responds(url, log)) return url
    await delay(200)
  }
  throw inUseError(dataDir)
}

const responds = async (url: string, log: Logger): Promise<boolean> => {
  const database = openDatabase({ url, max: 1, log })
  return database.ping().finally(() => database.close())
}

const inUseError = (dataDir: string) => {
  const server = readState(dataDir)?.server
  return new EmbeddedDatabaseError(
    `${dataDir} is in use by another server${server ? ` (process ${server})` : ''}. Stop it, or set DATA_DIR.`,
  )
}
