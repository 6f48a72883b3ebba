import { afterAll, beforeEach, expect, test } from 'vitest'
import { noPostFilters } from '#core/post-filters.ts'
import type { Viewer } from '#core/viewer.ts'
import { markPostsDeleted } from '#features/posts/server/delete-posts-query.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { buildViewer } from '#tests/support/viewer.ts'
import { refreshHotPosts } from './hot-posts-query.ts'
import { indexPosts } from './index-query.ts'
import { searchWithSpellingCorrection } from './search-posts.ts'
import { ENOUGH_MATCHES } from './store.ts'

const database = await createTestDatabase()
const { sql } = database
afterAll(database.close)

const OLD = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000)
const hotPostIds = async () =>
  (await sql<{ postId: number }[]>`select post_id from hot_post_search order by post_id`).map(
    (row) => row.postId,
  )
const search = (q: string, more: { offset?: number; limit?: number } = {}, viewer: Viewer = null) =>
  searchWithSpellingCorrection(database.sql, viewer, { q, limit: 50, offset: 0, ...more, ...noPostFilters })
const found = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ id }) => id)

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

test('ranks all hot posts with a word, whatever their scores are, if it is not in too many of them', async () => {
  await addCrowd(3_000)
  const best = await seedPost(database, {
    title: 'Crowd of one',
    description: 'Crowd',
    createdAt: OLD,
    score: -5,
  })
  await refreshHotPosts(sql)
  const results = await search('crowd')
  expect(results[0]?.id).toBe(best.id)
  expect(results[0]?.found).toEqual({ count: 3_001, isMore: true })
})

test('ranks the best-scored posts if a word is in more of them', async () => {
  await addCrowd(4_500)
  await refreshHotPosts(sql)
  const results = await search('crowd')
  expect(results[0]?.found).toEqual({ count: ENOUGH_MATCHES, isMore: true })
  expect(new Set(results.map(({ score }) => score))).toEqual(new Set([16]))
})

test('sorts posts of equal rank by their scores, on each page', async () => {
  await addCrowd(20)
  await refreshHotPosts(sql)
  // The number in each title is a word, so that the titles are equally long.
  const expected = await sql<
    { id: number }[]
  >`select id from posts where prompt = 'crowd' order by score desc, id desc`
  const pages = [
    await found('crowd', { limit: 7 }),
    await found('crowd', { limit: 7, offset: 7 }),
    await found('crowd', { limit: 7, offset: 14 }),
  ]
  expect(pages.map(({ length }) => length)).toEqual([7, 7, 6])
  expect(pages.flat()).toEqual(expected.map(({ id }) => id))
})

test('does not count a deleted post that waits to be purged, for any viewer', async () => {
  await addCrowd(6)
  const deleted = await seedPost(database, { title: 'Crowd' })
  await refreshHotPosts(sql)
  await sql.begin((tx) => markPostsDeleted(tx, [deleted.id]))
  for (const viewer of [
    null,
    buildViewer(),
    buildViewer({ hasBlocks: true }),
    buildViewer({ hasMutes: true }),
  ]) {
    const results = await search('crowd', {}, viewer)
    expect(results[0]?.found).toEqual({ count: 6, isMore: false })
    expect(results).toHaveLength(6)
  }
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
