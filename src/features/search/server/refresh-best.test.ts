import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPost } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { indexPosts } from './index-query.ts'
import { refreshBest } from './refresh-best.ts'
import { searchPostsFor } from './search-posts.ts'

const database = await testDatabase()
const { sql } = database
afterAll(database.close)

const OLD = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000)
const best = async () =>
  (await sql<{ postId: number }[]>`select post_id from best_search order by post_id`).map((row) => row.postId)
const found = async (q: string) =>
  (await searchPostsFor(database.sql, null, { q, limit: 50, offset: 0, types: [], models: [] })).map(
    (p) => p.id,
  )

/** More than the best may be, each with the word and a score above nought. */
const crowd = async (count: number) => {
  const by = await aPost(database, { title: 'Of somebody', createdAt: OLD })
  await sql`
    insert into posts (user_id, title, description, prompt, prompt_length, type, seo_slug, score, created_at)
    select ${by.by.id}, 'Crowd ' || n, '', 'crowd', 5, 'Text', 'crowd-' || n, 10 + n % 7, ${OLD} from generate_series(1, ${count}::integer) n`
  await sql`
    insert into post_search select id, v, v from posts, to_tsvector('public.prompt_search', title) v where prompt = 'crowd'`
}

beforeEach(() => sql`truncate posts cascade`)

test('A new post is among the best for a day, then only by its score', async () => {
  await crowd(10_000)
  const fresh = await aPost(database, { title: 'Harbour' })
  const stale = await aPost(database, { title: 'Harbour', createdAt: OLD })
  const loved = await aPost(database, { title: 'Harbour', createdAt: OLD, score: 100 })
  await refreshBest(sql)
  const ids = await best()
  expect(ids).toHaveLength(10_001)
  expect([fresh, stale, loved].map(({ id }) => ids.includes(id))).toEqual([true, false, true])
  // What is not among the best is found all the same.
  expect((await found('harbour')).toSorted()).toEqual([fresh.id, stale.id, loved.id].toSorted())
})

test('A frequent word finds the best-scored of those that match, and the newest', async () => {
  await crowd(900)
  const loved = await aPost(database, { title: 'Crowd', createdAt: OLD, score: 100 })
  await refreshBest(sql)
  // By the same author: in another's name there may be more words, and then the rank differs.
  const fresh = await aPost(database, { title: 'Crowd', score: 20, by: loved.by })
  expect((await found('crowd')).slice(0, 2)).toEqual([loved.id, fresh.id])
})

test('What changes in a post changes in the copy, and nothing private stays in it', async () => {
  const post = await aPost(database, { title: 'Harbour' })
  await sql`update posts set title = 'Lagoon' where id = ${post.id}`
  await indexPosts(sql, [post.id])
  expect([await found('harbour'), await found('lagoon')]).toEqual([[], [post.id]])
  const [same] = await sql`
    select b.whole = s.whole and b.visible = s.visible as same from best_search b join post_search s using (post_id)`
  expect(same?.same).toBe(true)
  await sql`update posts set is_private = true, private_id = 'abcdefghijklmnopqrst', topic_id = null where id = ${post.id}`
  await indexPosts(sql, [post.id])
  expect(await best()).toEqual([])
  const gone = await aPost(database)
  await sql`delete from posts where id = ${gone.id}`
  expect(await best()).toEqual([])
})

test('Several processes may do it at once', async () => {
  await crowd(1_200)
  await Promise.all(Array.from({ length: 4 }, () => refreshBest(sql)))
  expect(await best()).toHaveLength(1_201)
})
