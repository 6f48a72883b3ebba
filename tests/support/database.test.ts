import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'

const database = await createTestDatabase()

it('gives each test file its own database', async () => {
  expect(await database.ping()).toBe(true)
  const [row] = await database.sql<{ name: string }[]>`select current_database() as name`
  expect(row?.name).toMatch(/^test_/)
})
