import { expect, it } from 'vitest'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { compareTimes } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { selectRecentDuplicatePost } from './new-post-query.ts'

const database = await createTestDatabase()

const POSTS = 20
const LINE_ENDS = '\r\n'.repeat(49_000)

it('compares prompts of many line ends in little more time than it takes to replace these', async () => {
  const by = await seedUser(database)
  for (let n = 0; n < POSTS; n += 1) await seedPost(database, { by, prompt: `${LINE_ENDS}${10 + n}` })
  const compare = () => selectRecentDuplicatePost(database.sql, by.id, `${LINE_ENDS}99`)
  const replace = () => database.sql`
    select count(*) from posts where user_id = ${by.id} and replace(prompt, E'\\r\\n', E'\\n') = ''`
  // A regular expression takes more than thirty times as long.
  expect(await compareTimes(compare, replace)).toBeLessThan(8)
})
