import Fastify, { type FastifyBaseLogger } from 'fastify'
import { destination } from 'pino'
import { seedDemo } from '#database/seed.ts'
import { logAdminCode } from '#features/identity/server/admin-code.ts'
import { type Config, ConfigError, loadEnvironment, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { EmbeddedDatabaseError, startEmbeddedDatabase } from '#server/database/embedded.ts'
import { MigrationError, migrate } from '#server/database/migrate.ts'
import { DatabaseUnreachableError, waitForDatabase } from '#server/database/wait-for-database.ts'
import type { Logger } from '#server/log.ts'
import { buildApp } from './build-app.ts'
import { type Lifecycle, listen, StartupError, startLifecycle } from './lifecycle.ts'
import { openRenderer } from './open-renderer.ts'
import { runJobs } from './run-jobs.ts'

type Parts = { config: Config; log: Logger; lifecycle: Lifecycle }

/**
 * Opens the configured or the embedded database. Throws a `DatabaseUnreachableError` if it does not respond.
 */
const openSiteDatabase = async ({
  config,
  log,
  lifecycle,
}: Parts): Promise<{ url: string; database: Database }> => {
  const url = config.databaseUrl ?? (await startEmbeddedPostgres({ config, log, lifecycle }))
  const database = openDatabase({
    url,
    directUrl: config.databaseDirectUrl,
    readUrls: config.databaseReadUrls,
    maxReplicaLagMs: config.maxReplicaLagMs,
    maxExpensive: config.maxConcurrentExpensiveReads,
    slowQueryMs: config.slowQueryMs,
    log,
  })
  lifecycle.onStop(database.close)
  await waitForDatabase(database, url)
  return { url, database }
}

const startEmbeddedPostgres = async ({ config, log, lifecycle }: Parts): Promise<string> => {
  const embedded = await startEmbeddedDatabase({ dataDir: config.dataDir, log })
  lifecycle.onStop(embedded.stop)
  return embedded.url
}

/** Past the pooler if there is one: while tables change, a pooler would keep its few connections waiting. */
const migrateDirectly = async (database: Database, config: Config, log: Logger): Promise<void> => {
  if (!config.databaseDirectUrl) return void (await migrate(database, log))
  const direct = openDatabase({ url: config.databaseDirectUrl, max: 1, log })
  await migrate(direct, log).finally(direct.close)
}

/**
 * Logs only warnings and errors, as JSON lines on stderr; stdout is reserved for the line that reports that
 * the server is ready. Writes asynchronously, every 4 KB or once a second, because a synchronous write per
 * request would slow cached responses down by a tenth. Flushes synchronously when the process ends.
 */
const createLogger = (): FastifyBaseLogger =>
  // Created by Fastify, so that it has the same serializers as the request log.
  Fastify({ logger: { level: 'warn', stream: destination(DESTINATION_OPTIONS) } }).log

const DESTINATION_OPTIONS = { dest: process.stderr.fd, sync: false, minLength: 4_096, periodicFlush: 1_000 }

/** Makes all files that the server creates readable by its own account only. */
process.umask(0o077)

const start = async (onLifecycle: (lifecycle: Lifecycle) => void) => {
  const config = readConfig(loadEnvironment())
  const log = createLogger()
  const lifecycle = startLifecycle(log)
  onLifecycle(lifecycle)
  const { url, database } = await openSiteDatabase({ config, log, lifecycle })
  await migrateDirectly(database, config, log)
  if (config.seed === 'demo') await seedDemo({ database, config, log })
  await logAdminCode({ sql: database.sql, config, log })
  const app = await buildApp({ config, database, log, renderer: await openRenderer(config, lifecycle) })
  await listen(app, config, lifecycle)
  runJobs({ url, config, database, log, lifecycle })
  // At a terminal, the one line with the site's URL is enough; a log collector also gets one line per
  // request.
  if (!process.stderr.isTTY) app.log.level = 'info'
  process.stdout.write(`Prompt Collection is ready at ${config.publicUrl}\n`)
}

const isOperatorError = (error: unknown): error is Error =>
  [ConfigError, DatabaseUnreachableError, EmbeddedDatabaseError, MigrationError, StartupError].some(
    (kind) => error instanceof kind,
  )

let lifecycle: Lifecycle | undefined
try {
  await start((started) => {
    lifecycle = started
  })
} catch (error) {
  process.stderr.write(`${isOperatorError(error) ? error.message : String((error as Error)?.stack)}\n`)
  await lifecycle?.stop()
  process.exit(1)
}
