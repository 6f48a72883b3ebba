import { loadEnvironment, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorsOnly } from '#server/log.ts'

/**
 * The site's database for a command, beside a running server or without one; `DATABASE_URL` or the embedded one.
 * `close` leaves nothing running that was not running before.
 */
export const openForCommand = async (): Promise<Database> => {
  const { databaseUrl, dataDir } = readConfig(loadEnvironment())
  const embedded = databaseUrl ? null : await openEmbedded({ dataDir, log: errorsOnly })
  const database = openDatabase({ url: databaseUrl ?? embedded?.url ?? '', max: 4 })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate(database, errorsOnly)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}
