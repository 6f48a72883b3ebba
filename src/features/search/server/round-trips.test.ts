import { beforeAll, expect, it } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { countWrites } from '#tests/support/count-writes.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { indexPosts } from './index-query.ts'
import { findMatchingNames } from './search-names.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

const database = await createTestDatabase()
const { sql } = database

beforeAll(async () => {
  const by = await seedUser(database, { username: 'ada' })
  const topic = await seedTopic(database, { name: 'Harbour' })
  for (let n = 0; n < 6; n += 1) {
    const prompt = n === 0 ? 'fog' : 'sun'
    const { id } = await seedPost(database, {
      by,
      title: `Lighthouse ${n}`,
      type: 'Text',
      prompt,
      topic,
      tags: ['sea'],
    })
    await indexPosts(sql, [id], true)
  }
})

const search = (q: string) =>
  searchWithSpellingCorrection(sql, null, { q, limit: 10, offset: 0, ...noPostFilters })

it.each([
  ['words that several posts contain', 'lighthouse', 6, 3],
  ['filters', 'lighthouse author:ada topic:harbour tag:sea type:text', 6, 4],
  ['words that few posts contain, with partial matches', 'lighthouse fog', 6, 4],
  ['a typo', 'lihgthouse', 6, 6],
])('needs few round trips for %s', async (_, q, results, max) => {
  expect(await search(q)).toHaveLength(results)
  expect(await countWrites(() => search(q))).toBeLessThanOrEqual(max)
})

it('needs one more for the names beside the posts', async () => {
  const searchBoth = () => Promise.all([search('harbour'), findMatchingNames(sql, null, 'harbour')])
  const [, { topics }] = await searchBoth()
  expect(topics).toHaveLength(1)
  expect(await countWrites(searchBoth)).toBeLessThanOrEqual(4)
})
