import { loadEnvironment, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { reach } from '#server/database/reach.ts'
import { errorsOnly } from '#server/log.ts'

/**
 * The database of a command, migrated: the one that `DATABASE_URL` names, or the embedded one, beside a running
 * server or started for this command alone. `applied` names the migrations that were missing. `close` leaves
 * nothing behind.
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
