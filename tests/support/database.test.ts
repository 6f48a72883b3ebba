import { expect, it } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()

it('Each test file has a database of its own that answers', async () => {
  expect(await database.ping()).toBe(true)
  const [row] = await database.sql<{ name: string }[]>`select current_database() as name`
  expect(row?.name).toMatch(/^test_/)
})
