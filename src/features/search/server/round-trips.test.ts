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

// Words that no other test uses, because the test files of a worker share the analyses of the last seconds.
beforeAll(async () => {
  const by = await seedUser(database, { username: 'ada' })
  const topic = await seedTopic(database, { name: 'Tidewharf' })
  for (let n = 0; n < 6; n += 1) {
    const prompt = n === 0 ? 'fogquill' : 'sunquill'
    const { id } = await seedPost(database, {
      by,
      title: `Glimmerhouse ${n}`,
      type: 'Text',
      prompt,
      topic,
      tags: ['sea'],
    })
    await indexPosts(sql, [id], true)
  }
  // Opens the connection.
  await search('sunquill')
})

const search = (q: string) =>
  searchWithSpellingCorrection(sql, null, { q, limit: 10, offset: 0, ...noPostFilters })

it.each([
  ['words that several posts contain', 'glimmerhouse', 6, 3],
  ['filters', 'glimmerhouses author:ada topic:tidewharf tag:sea type:text', 6, 4],
  ['words that few posts contain, with partial matches', 'glimmerhouse fogquill', 6, 4],
  ['a typo', 'gilmmerhouse', 6, 6],
])('needs few round trips for %s', async (_, q, results, max) => {
  const found: unknown[] = []
  expect(await countWrites(async () => found.push(...(await search(q))))).toBe(max)
  expect(found).toHaveLength(results)
})

it('needs one less for the same words again', async () => {
  await search('sunquill glimmerhouse')
  expect(await countWrites(() => search('sunquill glimmerhouse'))).toBe(2)
})

it('needs one more for the names beside the posts, also if they are searched for later', async () => {
  const topics: unknown[] = []
  const searchBoth = async () => {
    await search('tidewharf')
    topics.push(...(await findMatchingNames(sql, null, 'tidewharf')).topics)
  }
  expect(await countWrites(searchBoth)).toBe(4)
  expect(topics).toHaveLength(1)
})
