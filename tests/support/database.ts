import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/database/connect.ts'
import { cleanUpAfter } from './clean-up.ts'
import { withDatabaseName } from './global-setup.ts'

/**
 * Creates a migrated, empty database: `const database = await createTestDatabase()` at the top of the file. It is dropped
 * when the file is done or, in a test, when the test is.
 */
export const createTestDatabase = async (onQuery?: (text: string) => void): Promise<Database> =>
  openDatabase({ url: await provisionTestDatabase(), max: 5, ...(onQuery && { onQuery }) })

/** Creates a database like `createTestDatabase` and returns its URL, for tests that open it themselves. */
export const provisionTestDatabase = async (): Promise<string> => {
  const { url, template } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = openDatabase({ url, max: 1 })
  // Copying the files takes half as long as writing each page of them into the log.
  await admin.sql`create database ${admin.sql(name)} template ${admin.sql(template)} strategy file_copy`
  cleanUpAfter(async () => {
    await admin.sql`drop database ${admin.sql(name)} with (force)`
    await admin.close()
  })
  return withDatabaseName(url, name)
}
