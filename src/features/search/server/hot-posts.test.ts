import { afterAll, beforeEach, expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { refreshHotPosts } from './hot-posts-query.ts'
import { indexPosts } from './index-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(database.close)

const OLD = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000)
const hotPostIds = async () =>
  (await sql<{ postId: number }[]>`select post_id from hot_post_search order by post_id`).map(
    (row) => row.postId,
  )
const found = async (q: string) =>
  (await searchWithSpellingCorrection(database.sql, null, { q, limit: 50, offset: 0, ...noPostFilters })).map(
    (p) => p.id,
  )

/** Adds posts with the word "crowd" and a positive score, more than the hot posts can contain. */
const addCrowd = async (count: number) => {
  const by = await seedPost(database, { title: 'Of somebody', createdAt: OLD })
  await sql`
    insert into posts (user_id, title, description, prompt, prompt_length, type, seo_slug, score, created_at)
    select ${by.by.id}, 'Crowd ' || n, '', 'crowd', 5, 'Text', 'crowd-' || n, 10 + n % 7, ${OLD} from generate_series(1, ${count}::integer) n`
  await sql`
    insert into post_search select id, v, v from posts, to_tsvector('public.prompt_search', title) v where prompt = 'crowd'`
}

beforeEach(() => deleteRows(sql, 'posts'))

test('keeps a new post hot for a day, and after that only if its score is high enough', async () => {
  await addCrowd(10_000)
  const fresh = await seedPost(database, { title: 'Harbour' })
  const stale = await seedPost(database, { title: 'Harbour', createdAt: OLD })
  const popular = await seedPost(database, { title: 'Harbour', createdAt: OLD, score: 100 })
  await refreshHotPosts(sql)
  const ids = await hotPostIds()
  expect(ids).toHaveLength(10_001)
  expect([fresh, stale, popular].map(({ id }) => ids.includes(id))).toEqual([true, false, true])
  // Posts outside the hot posts are found as well.
  expect((await found('harbour')).toSorted()).toEqual([fresh.id, stale.id, popular.id].toSorted())
})

test('finds the top-scored and the newest matches of a frequent word', async () => {
  await addCrowd(900)
  const popular = await seedPost(database, { title: 'Crowd', createdAt: OLD, score: 100 })
  await refreshHotPosts(sql)
  // This post has the same author because another username could add words and change the rank.
  const fresh = await seedPost(database, { title: 'Crowd', score: 20, by: popular.by })
  expect((await found('crowd')).slice(0, 2)).toEqual([popular.id, fresh.id])
})

test('updates the copy when a post changes, and removes private posts from it', async () => {
  const post = await seedPost(database, { title: 'Harbour' })
  await sql`update posts set title = 'Lagoon' where id = ${post.id}`
  await indexPosts(sql, [post.id])
  expect([await found('harbour'), await found('lagoon')]).toEqual([[], [post.id]])
  const [same] = await sql`
    select b.whole = s.whole and b.visible = s.visible as same from hot_post_search b join post_search s using (post_id)`
  expect(same?.same).toBe(true)
  await sql`update posts set is_private = true, private_id = 'abcdefghijklmnopqrst', topic_id = null where id = ${post.id}`
  await indexPosts(sql, [post.id])
  expect(await hotPostIds()).toEqual([])
  const deleted = await seedPost(database)
  await sql`delete from posts where id = ${deleted.id}`
  expect(await hotPostIds()).toEqual([])
})

test('can run in several processes at once', async () => {
  await addCrowd(1_200)
  await Promise.all(Array.from({ length: 4 }, () => refreshHotPosts(sql)))
  expect(await hotPostIds()).toHaveLength(1_201)
})
