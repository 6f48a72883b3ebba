import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { openDatabase } from '#server/database/connect.ts'
import { startEmbeddedDatabase } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { errorLogger } from '#server/log.ts'

/**
 * Starts PostgreSQL with a migrated database for the servers of one test file. It is stopped after the file's tests.
 */
export const startSiteDatabase = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'prompts-site-'))
  const { url, stop } = await startEmbeddedDatabase({ dataDir: folder, log: errorLogger, durable: false })
  const database = openDatabase({ url, max: 5 })
  await migrate(database, errorLogger)
  afterAll(async () => {
    await database.close()
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return { url, database }
}
