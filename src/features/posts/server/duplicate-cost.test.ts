import { expect, it } from 'vitest'
import { seedPost, seedUser } from '#tests/support/builders.ts'
import { timeFastest } from '#tests/support/compare-times.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { selectRecentDuplicatePost } from './new-post-query.ts'

const database = await createTestDatabase()

const POSTS = 20

/** How long it takes to compare a prompt with the member's posts of today, all as long as it. */
const timeComparison = async (text: string) => {
  const by = await seedUser(database)
  for (let n = 0; n < POSTS; n += 1) await seedPost(database, { by, prompt: `${text}${10 + n}` })
  return (await timeFastest(() => selectRecentDuplicatePost(database.sql, by.id, `${text}99`))).ms
}

it('compares prompts of many line ends in little more time than those of one line', async () => {
  const ofLines = await timeComparison('\r\n'.repeat(49_000))
  expect(ofLines).toBeLessThan(8 * (await timeComparison('ab'.repeat(49_000))))
})
