import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import type { SearchResult } from '../contract.ts'
import { indexPosts } from './index-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

const POSTS = 2_300
/**
 * The number of consecutive posts with the word "rain", close to the number of posts that a search reads for one page.
 */
const RAINY = 900

const database = await createTestDatabase()
const { sql } = database

const search = (q: string, more: object = {}) =>
  searchWithSpellingCorrection(database.sql, null, {
    q,
    limit: 50,
    offset: 0,
    ...noPostFilters,
    ...more,
  })
const afterResult = (last: SearchResult | undefined) =>
  last ? { after: { rank: last.rank, score: last.score, id: last.id } } : {}

beforeAll(async () => {
  await sql`insert into users (username, google_id) values ('author', 'a:1')`
  // Many posts share a score, and the newest posts do not have the highest ids.
  const rows = await sql<{ id: number }[]>`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug, type, score, created_at)
    select (select id from users), case when n between 300 and 299 + ${RAINY} then 'Rain' else 'Sun' end, 'About', 'Prompt', 6,
      'post-' || n, case when n % 2 = 0 then 'Image' else 'Text' end, -n / 500, now() - make_interval(mins => n)
    from generate_series(1, ${POSTS}::integer) n returning id`
  await indexPosts(
    sql,
    rows.map(({ id }) => id),
  )
})
afterAll(database.close)

test('finds posts in a form', async () => {
  const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`
    update posts set form = 'skill' where id = (select max(id) from posts) returning id`
  expect((await search('form:skill')).map((post) => post.id)).toEqual([id])
  await sql`update posts set form = 'prompt' where id = ${id}`
})

const readAll = async (q: string): Promise<SearchResult[]> => {
  const found: SearchResult[] = []
  for (;;) {
    const page = await search(q, afterResult(found.at(-1)))
    found.push(...page)
    if (page.length < 50) return found
  }
}

test.each([
  ['type:image', POSTS / 2],
  ['author:author', POSTS],
  ['-snow', POSTS],
  ['-rain', POSTS - RAINY],
  ['-rain type:image', (POSTS - RAINY) / 2],
])('pages through %s to the last post, by score and then newest first', async (q, count) => {
  const found = await readAll(q)
  const orders = found.map(({ score, createdAt }) => [score, createdAt.getTime()] as const)
  expect(new Set(found.map(({ id }) => id)).size).toBe(count)
  expect(found).toHaveLength(count)
  expect(orders).toEqual(orders.toSorted(([a, aTime], [b, bTime]) => b - a || bTime - aTime))
})

test('accepts an offset instead of a cursor', async () => {
  for (const q of ['type:image', '-snow type:image']) {
    expect(await search(q, { offset: 1_120 }), q).toHaveLength(30)
    expect(await search(q, { offset: 1_150 }), q).toEqual([])
  }
})

test('continues after a cursor whose post was deleted in the meantime', async () => {
  await sql`
    insert into posts (user_id, title, description, prompt, prompt_length, seo_slug, type, created_at)
    select (select id from users), 'Clip', 'About', 'Prompt', 6, 'clip-' || n, 'Video', now() + make_interval(mins => n)
    from generate_series(1, 6) n`
  const page = (more?: object) => search('type:video', { limit: 3, ...more })
  const first = await page()
  const second = await page(afterResult(first.at(-1)))
  expect(second.map(({ seoSlug }) => seoSlug)).toEqual(['clip-3', 'clip-2', 'clip-1'])
  await sql`delete from posts where id = ${first.at(-1)?.id ?? 0}`
  expect(await page(afterResult(first.at(-1)))).toEqual(second)
  await sql`delete from posts where type = 'Video'`
})
