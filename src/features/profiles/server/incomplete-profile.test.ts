import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'

const database = await createTestDatabase()
const app = await buildTestApp(database)

it('A member has no public profile before they have chosen a username', async () => {
  await seedUser(database, { username: 'JohannaRealname', profileCompleted: false })
  await seedUser(database, { username: 'Chosen' })
  for (const name of ['JohannaRealname', 'johannarealname'])
    expect((await app.inject(`/api/users/${name}`)).statusCode).toBe(404)
  expect((await app.inject('/api/users/Chosen')).statusCode).toBe(200)
})
