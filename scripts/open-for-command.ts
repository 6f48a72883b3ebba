import { loadEnvironment, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { reach } from '#server/database/reach.ts'
import { errorsOnly } from '#server/log.ts'

/**
 * Opens and migrates the database for a command-line script: the one in `DATABASE_URL`, or the embedded one,
 * which is shared with a running server or started for this script only. `applied` lists the migrations that
 * were applied. `close` also stops a database that was started here.
 */
export const openForCommand = async (): Promise<Database & { applied: string[] }> => {
  const config = readConfig(loadEnvironment())
  const embedded = config.databaseUrl
    ? null
    : await openEmbedded({ dataDir: config.dataDir, log: errorsOnly })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase({ url, max: 4 })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await reach(database, url)
    return { ...database, close, applied: await migrate(database, errorsOnly) }
  } catch (error) {
    await close()
    throw error
  }
}
