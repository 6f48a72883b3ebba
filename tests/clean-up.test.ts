import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildTestApp, getTestDataDir } from './support/app.ts'
import { createTestDatabase } from './support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)
const folders: string[] = []

it('a site that a test has built exists during this test', async () => {
  const own = await buildTestApp(database)
  folders.push(getTestDataDir(own))
  expect(folders.map(existsSync)).toEqual([true])
})

it('its folder is deleted after the test, while the site of the file goes on', async () => {
  expect(folders.map(existsSync)).toEqual([false])
  expect(existsSync(getTestDataDir(app))).toBe(true)
  expect((await app.inject('/api/topics')).statusCode).toBe(200)
})
