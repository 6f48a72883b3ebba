import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { findMatchingNames } from './search-names.ts'

const database = await createTestDatabase()

beforeAll(async () => {
  for (const name of ['Image Generation', 'Software Development', 'Games and Images', '写作'])
    await seedTopic(database, { name })
  await seedUser(database, { username: 'mira', email: 'first@example.org' })
  await seedUser(database, { username: 'Mira_Stone', email: 'second@example.org' })
  await seedUser(database, { username: 'a_b', email: 'third@example.org' })
  await seedUser(database, { username: 'axbc', email: 'mirabell@example.org' })
  await seedUser(database, { username: 'miracle', profileCompleted: false })
})
afterAll(database.close)

const namesFor = async (q: string) => {
  const { topics, people } = await findMatchingNames(database.sql, null, q)
  return [topics.map(({ name }) => name), people.map(({ username }) => username)]
}

test.each([
  ['images', ['Image Generation', 'Games and Images'], []],
  ['generate an image', ['Image Generation', 'Games and Images'], []],
  ['写作', ['写作'], []],
  ['-images software', ['Software Development'], []],
  ['mira', [], ['mira', 'Mira_Stone']],
  ['@Mira', [], ['mira', 'Mira_Stone']],
  ['mira stone', [], ['Mira_Stone', 'mira']],
  ['write like mira does', [], ['mira']],
  ['a_b', [], ['a_b']],
  ['first@example.org', [], []],
  ['second', [], []],
  ['%%%', [], []],
  ['the', [], []],
  ['', [], []],
])('for "%s", finds the topics %j and the people %j', async (q, topics, people) => {
  expect(await namesFor(q)).toEqual([topics, people])
})
