import { expect, it } from 'vitest'
import { buildTestApp } from '#tests/support/app.ts'
import { seedPost, seedTopic, seedUser } from '#tests/support/builders.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { selectRelatedPosts } from './related-query.ts'
import { replaceSimilarPosts } from './similar-posts-query.ts'

const queries: string[] = []
const database = await createTestDatabase((text) => queries.push(text))
const { sql } = database
const app = await buildTestApp(database)
const titlesOf = (posts: { title: string }[] = []) => posts.map(({ title }) => title)

const read = async (id: number) => {
  const response = await app.inject(`/api/posts/${id}/related`)
  const { similar, inTopic, byAuthor } = response.json()
  return {
    status: response.statusCode,
    similar: titlesOf(similar),
    inTopic: titlesOf(inTopic),
    byAuthor: titlesOf(byAuthor),
  }
}

/** Reads without the anonymous response cache. */
const find = async (id: number) => titlesOf((await selectRelatedPosts(sql, null, id))?.similar)

/** Stores that each of the posts is similar to the first one, the first of them most. */
const makeSimilar = (id: number, ...others: { id: number }[]) =>
  replaceSimilarPosts(
    sql,
    id,
    others.map((post, index) => ({ id: post.id, similarity: 0.9 - index / 100 })),
  )

const topic = await seedTopic(database, { name: 'Cooking' })
const author = await seedUser(database)

it('lists the five most similar posts of others, and three more by the author', async () => {
  const add = (title: string, fields: Parameters<typeof seedPost>[1] = {}) =>
    seedPost(database, { title, topic, ...fields })
  const post = await add('Itself', { by: author, createdAt: new Date(9) })
  for (const n of [1, 2, 3, 4]) await add(`Own ${n}`, { by: author, createdAt: new Date(n) })
  const others = []
  for (const n of [1, 2, 3, 4, 5, 6]) others.push(await add(`Similar ${n}`, { topic: null, score: n }))
  await add('Not similar', { score: 90 })
  await makeSimilar(post.id, await add('Own and similar', { by: author, createdAt: new Date(0) }), ...others)
  expect(await read(post.id)).toEqual({
    status: 200,
    similar: ['Similar 1', 'Similar 2', 'Similar 3', 'Similar 4', 'Similar 5'],
    inTopic: [],
    byAuthor: ['Own 4', 'Own 3', 'Own 2'],
  })
  expect(await find(others[0]?.id ?? 0)).toEqual(['Itself'])
})

it('lists the top posts of others in the topic if none is similar', async () => {
  const here = await seedTopic(database)
  const post = await seedPost(database, { by: author, topic: here, title: 'Alone' })
  await seedPost(database, { by: author, topic: here, title: 'Own', score: 9 })
  for (const n of [1, 2, 3, 4, 5, 6]) await seedPost(database, { topic: here, title: `Post ${n}`, score: n })
  await seedPost(database, { topic, title: 'Elsewhere', score: 99 })
  expect(await read(post.id)).toMatchObject({
    similar: [],
    inTopic: ['Post 6', 'Post 5', 'Post 4', 'Post 3', 'Post 2'],
  })
  const withoutTopic = await seedPost(database, { topic: null })
  expect(await read(withoutTopic.id)).toMatchObject({ similar: [], inTopic: [], byAuthor: [] })
})

it('reads everything with one statement', async () => {
  const post = await seedPost(database, { topic })
  queries.length = 0
  await find(post.id)
  expect(queries).toHaveLength(1)
})

it('never lists a post that has become private or been deleted, though it is stored as similar', async () => {
  const post = await seedPost(database)
  const hidden = await seedPost(database, { title: 'Hidden' })
  const marked = await seedPost(database, { title: 'Being deleted' })
  const deleted = await seedPost(database, { title: 'Deleted' })
  const renamed = await seedPost(database, { title: 'Old name' })
  await makeSimilar(post.id, hidden, marked, deleted, renamed)
  expect(await find(post.id)).toHaveLength(4)
  await sql`update posts set is_private = true, topic_id = null, private_id = 'hidden-private-link-0001' where id = ${hidden.id}`
  await sql`update posts set user_id = null, is_private = true, topic_id = null, private_id = 'hidden-private-link-0002' where id = ${marked.id}`
  await sql`delete from posts where id = ${deleted.id}`
  await sql`update posts set title = 'New name' where id = ${renamed.id}`
  expect(await find(post.id)).toEqual(['New name'])
})

it('knows nothing of private, deleted and missing posts', async () => {
  const secret = await seedPost(database, { isPrivate: true })
  expect((await read(secret.id)).status).toBe(404)
  expect((await read(999_999)).status).toBe(404)
})
