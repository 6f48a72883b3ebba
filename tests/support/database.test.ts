import { expect, it } from 'vitest'
import { testDatabase } from './database.ts'

const database = await testDatabase()

it('gives each test file its own database', async () => {
  expect(await database.ping()).toBe(true)
  const [row] = await database.sql<{ name: string }[]>`select current_database() as name`
  expect(row?.name).toMatch(/^test_/)
})
