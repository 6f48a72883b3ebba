import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { type Database, openDatabase } from './connect.ts'
import { openEmbedded } from './embedded.ts'

type Where = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir'>

/** For commands: works beside a running server and without one, and leaves nothing running. */
export const withDatabase = async <T>(
  { databaseUrl, databaseReadUrl, dataDir }: Where,
  log: Log,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const embedded = databaseUrl ? null : await openEmbedded({ dataDir, log })
  const database = openDatabase({ url: databaseUrl ?? embedded?.url ?? '', readUrl: databaseReadUrl, log })
  try {
    return await work(database)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}
