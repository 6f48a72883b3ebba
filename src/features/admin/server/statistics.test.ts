import { afterEach, expect, it, vi } from 'vitest'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { createActivityCache } from './statistics-query.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))

afterEach(() => {
  vi.useRealTimers()
})

it('does not count private posts', async () => {
  await seedPost(database)
  await seedPost(database, { isPrivate: true })
  const days = await createActivityCache(database.sql)(7)
  expect(days.reduce((sum, { posts }) => sum + posts, 0)).toBe(1)
  await deleteRows(database.sql, 'users')
})

it('counts at most once every 30 seconds', async () => {
  const activity = createActivityCache(database.sql)
  const signUps = async () => (await activity(7)).at(-1)?.signUps
  await seedUser(database)
  queries.length = 0
  expect(await Promise.all([signUps(), signUps()])).toEqual([1, 1])
  expect(queries).toHaveLength(1)
  await seedUser(database)
  expect(await signUps()).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
  expect(await signUps()).toBe(2)
})

it('counts members who have signed up, but no authors of imported or demo posts', async () => {
  await deleteRows(database.sql, 'users')
  await seedUser(database)
  await database.sql`
    insert into users (username, google_id) values ('imported', 'fake_imported'), ('fakir', 'local:fakeXname'), ('fake', 'fakeXname')`
  expect((await createActivityCache(database.sql)(7)).map(({ signUps }) => signUps)).toEqual([
    0, 0, 0, 0, 0, 0, 3,
  ])
})
