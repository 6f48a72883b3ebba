import { beforeEach, expect, it } from 'vitest'
import { selectRelatedPosts } from '#features/posts/server/related-query.ts'
import { indexPosts } from '#features/search/server/index-query.ts'
import {
  deleteComparedPost,
  queuePostsToCompare,
  selectPostsToCompare,
} from '#features/search/server/similar-posts-queue-query.ts'
import { seedPost } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { deleteRows } from '#tests/support/delete-rows.ts'
import { updateSimilarPosts } from './update-similar-posts.ts'

const database = await createTestDatabase()
const { sql } = database

const sourdough = {
  title: 'Sourdough bread for beginners',
  description: 'A sourdough loaf with times for each step.',
  prompt: 'Explain how to bake a sourdough loaf, with times and temperatures.',
}
const rye = {
  title: 'Sourdough rye bread',
  description: 'A sourdough rye loaf, step by step with times.',
  prompt: 'Explain how to bake a rye loaf with sourdough, with times for each step.',
}
const poem = {
  title: 'Poem about a harbour',
  description: 'Four stanzas about ships that leave.',
  prompt: 'Write a poem of four stanzas about a harbour in winter.',
}

const similarTo = async ({ id }: { id: number }) =>
  (await selectRelatedPosts(sql, null, id))?.similar.map((post) => post.id)
const countQueued = async () => (await sql`select from similar_posts_queue`).length

beforeEach(() => deleteRows(sql, 'posts', 'similar_posts_queue'))

it('finds the similar posts of a new post, and lists it on theirs', async () => {
  const first = await seedPost(database, sourdough)
  await seedPost(database, poem)
  await updateSimilarPosts(sql)
  expect(await similarTo(first)).toEqual([])
  const second = await seedPost(database, rye)
  await updateSimilarPosts(sql)
  expect(await similarTo(second)).toEqual([first.id])
  expect(await similarTo(first)).toEqual([second.id])
  expect(await countQueued()).toBe(0)
})

it('finds them anew after an edit, for both posts', async () => {
  const first = await seedPost(database, sourdough)
  const second = await seedPost(database, rye)
  await updateSimilarPosts(sql)
  await sql`
    update posts set title = ${poem.title}, description = ${poem.description}, prompt = ${poem.prompt} where id = ${second.id}`
  await indexPosts(sql, [second.id])
  await updateSimilarPosts(sql)
  expect(await similarTo(first)).toEqual([])
  expect(await similarTo(second)).toEqual([])
})

it('leaves out the posts of the same author and private ones', async () => {
  const first = await seedPost(database, sourdough)
  await seedPost(database, { ...rye, by: first.by })
  await seedPost(database, { ...rye, isPrivate: true })
  await updateSimilarPosts(sql)
  expect(await similarTo(first)).toEqual([])
  expect(await sql`select from similar_posts`).toEqual([])
})

it('forgets a deleted post, and goes on with the queue', async () => {
  const first = await seedPost(database, sourdough)
  const second = await seedPost(database, rye)
  await updateSimilarPosts(sql)
  const third = await seedPost(database, poem)
  await indexPosts(sql, [second.id, first.id])
  await sql`delete from posts where id = any(${[second.id, third.id]}::integer[])`
  await updateSimilarPosts(sql)
  expect(await similarTo(first)).toEqual([])
  expect(await countQueued()).toBe(0)
})

it('keeps a post in the queue that has changed while it was compared', async () => {
  const { id } = await seedPost(database, sourdough)
  const [queued] = await selectPostsToCompare(sql, 1)
  if (!queued) throw new Error('The post is not in the queue')
  await indexPosts(sql, [id])
  await deleteComparedPost(sql, queued)
  expect(await countQueued()).toBe(1)
  await updateSimilarPosts(sql)
  expect(await countQueued()).toBe(0)
})

it('compares every public post anew within the days of a renewal', async () => {
  for (const text of [sourdough, rye, poem]) await seedPost(database, text)
  await seedPost(database, { isPrivate: true })
  await updateSimilarPosts(sql)
  for (let remainder = 0; remainder < 30; remainder += 1)
    await queuePostsToCompare(sql, { share: 30, remainder })
  expect(await countQueued()).toBe(3)
})

it('stops when it is aborted, and continues later', async () => {
  await seedPost(database, sourdough)
  await seedPost(database, rye)
  await updateSimilarPosts(sql, AbortSignal.abort())
  expect(await countQueued()).toBe(2)
  await updateSimilarPosts(sql)
  expect(await countQueued()).toBe(0)
})
