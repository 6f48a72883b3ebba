import type { Config } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { reach } from '#server/database/reach.ts'
import type { Log } from '#server/log.ts'
import type { Lifecycle } from './lifecycle.ts'

type Parts = { config: Config; log: Log; lifecycle: Lifecycle }

/**
 * Opens the configured or the embedded database. Throws a `DatabaseUnreachable` if it, or its replica, does
 * not respond.
 */
export const openSiteDatabase = async ({ config, log, lifecycle }: Parts): Promise<Database> => {
  const url = config.databaseUrl ?? (await startEmbeddedPostgres({ config, log, lifecycle }))
  const database = openDatabase({
    url,
    readUrl: config.databaseReadUrl,
    maxExpensive: config.expensiveReadsAtOnce,
    log,
  })
  lifecycle.onStop(database.close)
  await reach(database, url, config.databaseReadUrl)
  return database
}

const startEmbeddedPostgres = async ({ config, log, lifecycle }: Parts): Promise<string> => {
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  lifecycle.onStop(embedded.stop)
  return embedded.url
}
