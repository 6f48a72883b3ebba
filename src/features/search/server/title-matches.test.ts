import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { indexPosts } from './index-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

const database = await createTestDatabase()
const { sql } = database

const titles = async (q: string) => {
  const found = await searchWithSpellingCorrection(database.sql, null, {
    q,
    limit: 50,
    offset: 0,
    ...noPostFilters,
  })
  return found.map(({ title }) => title)
}
const addPosts = async (name: string, title: string, count: number) => {
  const rows = await sql<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug, score)
    select (select id from users), ${title}, 'Data, the data', 'More data', 9, ${name} || n, 5
    from generate_series(1, ${count}::integer) n returning id`
  await indexPosts(
    sql,
    rows.map(({ id }) => id),
  )
}

beforeAll(async () => {
  await sql`insert into users (username, google_id) values ('author', 'a:1')`
  // Adds more matching posts than a search ranks, all with better scores than the expected result.
  await addPosts('many', 'Numbers and data science', 1_500)
  await addPosts('short', 'The Data', 1)
  await addPosts('named', 'Data.js for Résumés', 1)
  await addPosts('long', 'Science of data', 1)
  await sql`update posts set score = -3 where seo_slug not like 'many%'`
})
afterAll(database.close)

test.each([
  ['data', 'The Data'],
  ['DATA', 'The Data'],
  ['"data"', 'The Data'],
  ['data js resume', 'Data.js for Résumés'],
  ['data.js for résumés', 'Data.js for Résumés'],
  ['data science', 'Science of data'],
  ['data -snow', 'Numbers and data science'],
])('for %s, ranks the post with that title first, whatever its score: %s', async (q, title) => {
  const found = await titles(q)
  expect(found[0]).toBe(title)
  expect(found.filter((foundTitle) => foundTitle === title).length).toBe(title.startsWith('Numbers') ? 50 : 1)
})

test('does not find a phrase in a title that contains its words in another order', async () => {
  expect(await titles('"data science"')).not.toContain('Science of data')
})
