import { accessSync, constants } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import {
  EmbeddedDatabaseError,
  findRunningServer,
  lockDirectory,
  type PostgresAccess,
  startSupervisedPostgres,
} from '@prompt-collection/embedded-postgres'
import { ensureDirectory } from '../ensure-directory.ts'
import type { Logger } from '../log.ts'
import { openDatabase } from './connect.ts'
import { deriveSitePassword, prepareSiteRole, SITE_ROLE } from './embedded-site-role.ts'

export { EmbeddedDatabaseError }

export type EmbeddedDatabase = {
  /** The URL for connecting as the role that owns the site's tables. */
  url: string
  /** The superuser's URL, for tests and benchmarks, which create their own databases. */
  superuserUrl: string
  pid: number | null
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  log: Logger
  /** Whether to use fsync; tests set this to false. */
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
 * Connects to the running server's database or, if no server is running, starts one for the duration of `work`. For
 * command-line scripts.
 */
export const openEmbeddedDatabase = async (
  options: Options,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> => {
  await prepareDataDir(options.dataDir)
  const lock = lockDirectory(options.dataDir)
  if (!lock) return { url: await connectToRunning(options), stop: async () => {} }
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
 * Retries for three seconds: npm exits before the server process it started, so a restart may overlap with the previous
 * server's shutdown.
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
  const postgres = await startSupervisedPostgres({ dataDir, log, durable })
  const urls = urlsOf(postgres)
  await prepareSiteRole(urls.superuserUrl, urls.password).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  return {
    url: urls.url,
    superuserUrl: urls.superuserUrl,
    get pid() {
      return postgres.pid()
    },
    stop: async () => {
      await postgres.stop()
      release()
    },
  }
}

const urlsOf = ({ superuserPassword, urlOf }: PostgresAccess) => {
  const password = deriveSitePassword(superuserPassword)
  return {
    password,
    url: urlOf(SITE_ROLE, password),
    superuserUrl: urlOf('postgres', superuserPassword),
  }
}

/**
 * Connects to the database that another process is running. Retries for 15 seconds because that process may
 * still be starting.
 */
const connectToRunning = async ({ dataDir, log }: Options): Promise<string> => {
  const deadline = Date.now() + 15_000
  while (Date.now() < deadline) {
    const running = findRunningServer(dataDir)
    // If the running server is an earlier version of the site, the role does not exist yet.
    const urls = running && urlsOf(running)
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
  const server = findRunningServer(dataDir)?.server
  return new EmbeddedDatabaseError(
    `${dataDir} is in use by another server${server ? ` (process ${server})` : ''}. Stop it, or set DATA_DIR.`,
  )
}
