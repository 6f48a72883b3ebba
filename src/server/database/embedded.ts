import { accessSync, closeSync, constants, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { makeFolder } from '../make-folder.ts'
import { openDatabase } from './connect.ts'
import { boundedLog } from './embedded/bounded-log.ts'
import { prepareCluster } from './embedded/cluster.ts'
import { passwordFile } from './embedded/cluster-folder.ts'
import { EmbeddedFailure } from './embedded/failure.ts'
import { lockFolder } from './embedded/folder-lock.ts'
import { serve } from './embedded/process.ts'
import { prepareSiteRole, SITE_ROLE, sitePassword } from './embedded/site-role.ts'
import { makeSocketFolder, removeSocketFolder, socketUrl } from './embedded/sockets.ts'
import { readState, removeState, writeState } from './embedded/state.ts'
import { supervise } from './embedded/supervise.ts'

export type Embedded = {
  /** Connects as the role that owns the site's tables. */
  url: string
  /** For tests and benchmarks, which create their own databases. */
  superuserUrl: string
  pid: number | null
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  /** False turns off fsync, for tests. */
  durable?: boolean
}

/**
 * Starts the embedded PostgreSQL on `dataDir/postgres` and keeps it running until `stop`. Throws an
 * `EmbeddedDatabaseError` if another process uses the directory or PostgreSQL cannot run on this machine.
 */
export const startEmbedded = async (options: Options): Promise<Embedded> => {
  await prepareDataDir(options.dataDir)
  const lock = await waitForLock(options.dataDir)
  if (!lock) throw inUseError(options.dataDir)
  return startLocked(options, lock.release)
}

/**
 * For command-line scripts: connects to the running server's database, or starts one while the script runs.
 */
export const openEmbedded = async (options: Options): Promise<Pick<Embedded, 'url' | 'stop'>> => {
  await prepareDataDir(options.dataDir)
  const lock = lockFolder(options.dataDir)
  if (!lock) return { url: await findRunning(options), stop: async () => {} }
  return startLocked(options, lock.release)
}

const prepareDataDir = async (dataDir: string) => {
  try {
    await makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedFailure(
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
    const lock = lockFolder(dataDir)
    if (lock || Date.now() > deadline) return lock
    await delay(100)
  }
}

const startLocked = (options: Options, release: () => void): Promise<Embedded> =>
  startCluster(options, release).catch((error: unknown) => {
    release()
    throw error
  })

const startCluster = async (
  { dataDir, log, durable = true }: Options,
  release: () => void,
): Promise<Embedded> => {
  removeSocketFolder(readState(dataDir)?.sockets ?? '')
  const cluster = await prepareCluster(dataDir, durable)
  const sockets = makeSocketFolder(cluster)
  writeState(dataDir, { sockets, server: process.pid })
  const output = boundedLog(path.join(dataDir, 'postgres.log'))
  const supervisor = await supervise({
    serve: () => serve({ cluster, sockets, durable, output, log }),
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
  const password = sitePassword(superuserPassword)
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
    // A server of an earlier version that is being replaced does not have the site's role yet.
    const urls = state && readUrls(dataDir, state.sockets)
    for (const url of urls ? [urls.url, urls.superuserUrl] : []) if (await responds(url, log)) return url
    await delay(200)
  }
  throw inUseError(dataDir)
}

const responds = async (url: string, log: Log): Promise<boolean> => {
  const database = openDatabase({ url, max: 1, log })
  return database.ping().finally(() => database.close())
}

const inUseError = (dataDir: string) => {
  const server = readState(dataDir)?.server
  return new EmbeddedFailure(
    `${dataDir} is in use by another server${server ? ` (process ${server})` : ''}. Stop it, or set DATA_DIR.`,
  )
}
