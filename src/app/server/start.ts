import cluster from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { collectGarbageWhenIdle } from '#server/collect-when-idle.ts'
import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { waitForDatabase } from '#server/database/wait-for-database.ts'
import type { Logger } from '#server/log.ts'
import { siteVersion } from '#server/version.ts'
import { getWorkerShare } from '#server/workers.ts'
import { startWorkers } from './cluster.ts'
import { type Lifecycle, startListening } from './lifecycle.ts'
import { warmUp } from './warm-up.ts'

export type StartupDependencies = { config: Config; log: FastifyBaseLogger; lifecycle: Lifecycle }

/**
 * The total number of database connections for requests, shared by all workers, and the minimum for each
 * worker.
 */
const MAX_CONNECTIONS = 10
const MIN_CONNECTIONS = 3

const open = (url: string, { config, log }: StartupDependencies): Database =>
  openDatabase({
    url,
    directUrl: config.databaseDirectUrl,
    readUrls: config.databaseReadUrls,
    maxReplicaLagMs: config.maxReplicaLagMs,
    max: getWorkerShare(MAX_CONNECTIONS, MIN_CONNECTIONS),
    maxExpensive: getWorkerShare(config.maxConcurrentExpensiveReads),
    slowQueryMs: config.slowQueryMs,
    log,
  })

/** Returns the URL of the configured database, or starts the embedded one. */
const findDatabaseUrl = async ({ config, log, lifecycle }: StartupDependencies): Promise<string> => {
  if (config.databaseUrl) return config.databaseUrl
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log })
  lifecycle.onStop(embedded.stop)
  return embedded.url
}

/**
 * Runs migrations over a direct connection if there is a pooler, because schema changes would block its few
 * connections.
 */
const migrateDirectly = async (database: Database, config: Config, log: Logger): Promise<void> => {
  if (!config.databaseDirectUrl) return void (await migrate(database, log))
  const direct = openDatabase({ url: config.databaseDirectUrl, max: 2, log })
  await migrate(direct, log).finally(direct.close)
}

/** Prepares the database once per server, before any requests are served. */
const prepareDatabase = async (
  database: Database,
  url: string,
  { config, log }: StartupDependencies,
): Promise<void> => {
  await waitForDatabase(database, url)
  await migrateDirectly(database, config, log)
  // Imported lazily so that the leader of several workers does not hold unneeded code in memory.
  if (config.seed === 'demo') {
    const { seedDemoContent } = await import('#database/seed.ts')
    await seedDemoContent({ database, config, log })
  }
  const { logAdminCode } = await import('#features/identity/server/admin-code.ts')
  await logAdminCode({ sql: database.sql, config, log })
}

const serveRequests = async (
  database: Database,
  url: string,
  { config, log, lifecycle }: StartupDependencies,
  isLeader = true,
) => {
  const [{ buildApp }, { createPageRenderer }, { runJobs }] = await Promise.all([
    import('./build-app.ts'),
    import('./create-page-renderer.ts'),
    import('./run-jobs.ts'),
  ])
  const renderer = await createPageRenderer(config, lifecycle)
  const app = await buildApp({ config, database, log, isLeader, renderer })
  if (process.env.NODE_ENV !== 'development') await warmUp(app, database, config.publicUrl)
  await startListening(app, config, lifecycle)
  if (isLeader) runJobs({ url, config, database, log, lifecycle })
  const stopCollecting = collectGarbageWhenIdle()
  lifecycle.onStop(async () => stopCollecting())
  // At a terminal, the line with the site's URL is enough. A log collector also gets one line per request.
  if (!process.stderr.isTTY) app.log.level = 'info'
}

const startAlone = async (parts: StartupDependencies): Promise<void> => {
  const url = await findDatabaseUrl(parts)
  const database = open(url, parts)
  parts.lifecycle.onStop(database.close)
  await prepareDatabase(database, url, parts)
  await serveRequests(database, url, parts)
}

const startLeader = async (parts: StartupDependencies, onGiveUp: (error: Error) => void): Promise<void> => {
  const { config, log, lifecycle } = parts
  const url = await findDatabaseUrl(parts)
  const database = open(url, parts)
  await prepareDatabase(database, url, parts).finally(database.close)
  await startWorkers({ count: config.workers, env: { DATABASE_URL: url }, log, lifecycle, onGiveUp })
}

const PING_INTERVAL_MS = 1_000

/**
 * Pings the database until it responds, because a ping also detects which settings a pooler rejects. Awaits only the
 * first ping: a worker that replaces another one responds with 503 until the database is available again.
 */
const pingDatabase = async (database: Database, lifecycle: Lifecycle): Promise<void> => {
  if (await database.ping()) return
  const timer = setInterval(async () => {
    if (await database.ping()) clearInterval(timer)
  }, PING_INTERVAL_MS)
  lifecycle.onStop(async () => clearInterval(timer))
}

const startWorker = async (parts: StartupDependencies): Promise<void> => {
  const url = parts.config.databaseUrl ?? ''
  const database = open(url, parts)
  parts.lifecycle.onStop(database.close)
  await pingDatabase(database, parts.lifecycle)
  await serveRequests(database, url, parts, process.env.WORKER_NUMBER === '1')
}

/**
 * Starts the site as a single process, as the leader of `WORKERS` processes, or as one of these workers. In
 * development it is always a single process. Resolves when the site accepts requests. `onGiveUp` is called if
 * workers can no longer be started.
 */
export const startWebServer = async (
  parts: StartupDependencies,
  onGiveUp: (error: Error) => void,
): Promise<void> => {
  if (cluster.isWorker) return startWorker(parts)
  const isAlone = parts.config.workers === 1 || process.env.NODE_ENV === 'development'
  await (isAlone ? startAlone(parts) : startLeader(parts, onGiveUp))
  process.stdout.write(`Prompt Collection ${siteVersion} is ready at ${parts.config.publicUrl}\n`)
}
