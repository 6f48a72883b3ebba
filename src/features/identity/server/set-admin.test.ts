import { expect, it } from 'vitest'
import { seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { setAdmin } from './set-admin.ts'

const database = await createTestDatabase()
const { sql } = database

it('setAdmin grants and revokes admin rights by case-insensitive username and reports an unknown one', async () => {
  const [user, other] = [await seedUser(database), await seedUser(database)]
  const admins = async () => (await sql`select id from users where is_admin`).map(({ id }) => id)
  expect([await setAdmin(sql, user.username.toUpperCase(), true), await admins()]).toEqual([true, [user.id]])
  expect(await setAdmin(sql, other.username, true)).toBe(true)
  expect([await setAdmin(sql, user.username, false), await admins()]).toEqual([true, [other.id]])
  expect(await setAdmin(sql, 'nobody', true)).toBe(false)
})
