import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { withDatabaseName } from './global-setup.ts'

/**
 * Creates a migrated, empty database for one test file and drops it when the file is done: `const database = await
 * testDatabase()` at the top of the file.
 */
export const createTestDatabase = async (onQuery?: (text: string) => void): Promise<Database> =>
  openDatabase({ url: await createTestDatabaseUrl(), max: 5, ...(onQuery && { onQuery }) })

/** Returns the URL of a database like the one from `testDatabase()`, for tests that open it themselves. */
export const createTestDatabaseUrl = async (): Promise<string> => {
  const { url, template } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = openDatabase({ url, max: 1 })
  await admin.sql`create database ${admin.sql(name)} template ${admin.sql(template)}`
  afterAll(async () => {
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
  })
  return withDatabaseName(url, name)
}
