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
  /** As the role that owns the site's tables. */
  url: string
  /** For tests and measurements, which make databases of their own. */
  superuserUrl: string
  pid: number | null
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Log
  /** False: nothing waits for the disk, for tests. */
  durable?: boolean
}

/**
 * Starts the PostgreSQL that comes with the site on `dataDir/postgres`, and keeps it running until `stop`.
 * Throws EmbeddedFailure when another process has the folder, or when it cannot run here.
 */
export const startEmbedded = async (options: Options): Promise<Embedded> => {
  await prepareFolder(options.dataDir)
  const lock = await lockSoon(options.dataDir)
  if (!lock) throw taken(options.dataDir)
  return startLocked(options, lock.release)
}

/** For commands: the running server's database, or one of our own for as long as the command runs. */
export const openEmbedded = async (options: Options): Promise<Pick<Embedded, 'url' | 'stop'>> => {
  await prepareFolder(options.dataDir)
  const lock = lockFolder(options.dataDir)
  if (!lock) return { url: await findRunning(options), stop: async () => {} }
  return startLocked(options, lock.release)
}

const prepareFolder = async (dataDir: string) => {
  try {
    await makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedFailure(
      `DATA_DIR ${dataDir} cannot be written (${code}): set DATA_DIR to a folder that can`,
    )
  }
}

/** npm ends before the server that it has told to stop, and a new start may follow on its heels. */
const lockSoon = async (dataDir: string) => {
  const end = Date.now() + 3000
  for (;;) {
    const lock = lockFolder(dataDir)
    if (lock || Date.now() > end) return lock
    await delay(100)
  }
}

const startLocked = (options: Options, release: () => void): Promise<Embedded> =>
  bringUp(options, release).catch((error: unknown) => {
    release()
    throw error
  })

const bringUp = async ({ dataDir, log, durable = true }: Options, release: () => void): Promise<Embedded> => {
  removeSocketFolder(readState(dataDir)?.sockets ?? '')
  const cluster = await prepareCluster(dataDir, durable)
  const sockets = makeSocketFolder(cluster)
  writeState(dataDir, { sockets, server: process.pid })
  const output = boundedLog(path.join(dataDir, 'postgres.log'))
  const supervised = await supervise({
    serve: () => serve({ cluster, sockets, durable, output, log }),
    log,
  })
  const urls = readUrls(dataDir, sockets)
  await prepareSiteRole(urls.superuserUrl, urls.password).catch(async (error: unknown) => {
    await supervised.stop()
    throw error
  })
  return {
    url: urls.url,
    superuserUrl: urls.superuserUrl,
    get pid() {
      return supervised.pid()
    },
    stop: async () => {
      await supervised.stop()
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

/** The other process may still be starting. */
const findRunning = async ({ dataDir, log }: Options): Promise<string> => {
  const end = Date.now() + 15_000
  while (Date.now() < end) {
    const state = readState(dataDir)
    // A server of the version before, which is being replaced, has no role for the site yet.
    const urls = state && readUrls(dataDir, state.sockets)
    for (const url of urls ? [urls.url, urls.superuserUrl] : []) if (await answers(url, log)) return url
    await delay(200)
  }
  throw taken(dataDir)
}

const answers = async (url: string, log: Log): Promise<boolean> => {
  const database = openDatabase({ url, max: 1, log })
  return database.ping().finally(() => database.close())
}

const taken = (dataDir: string) => {
  const server = readState(dataDir)?.server
  return new EmbeddedFailure(
    `${dataDir} is in use by another server${server ? ` (process ${server})` : ''}: stop it, or set DATA_DIR`,
  )
}
